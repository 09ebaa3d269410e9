import { INGEST_KINDS } from '#contract/ingest.ts';
import { ERROR_STATUS } from '#contract/errors.ts';
import type { Operation } from '#contract/operation.ts';
import { titleOf } from '#server/openapi/describe-operation.ts';
import { errorCodesOf } from '#server/openapi/error-codes.ts';
import { exampleCall } from '#server/openapi/example-call.ts';
import { meaningOf } from '#server/openapi/operation-meanings.ts';
import { addressOf, anchorOf } from './families.ts';
import { fieldList, fieldsOf, type Field } from './fields.ts';
import { codes, html, NOTHING, prose, shell, type Html } from './html.ts';

/** One operation with its meaning, a call, its fields and its errors. */
export function operationSection(row: Operation): Html {
  const id = anchorOf(row);
  const { parameters, body, answer } = fieldsOf(row);
  return html`<section id="${id}" class="operation" aria-labelledby="${id}-title">
    <div class="heading">
      <h3 id="${id}-title"><span class="method">${row.method}</span> <code>${addressOf(row)}</code></h3>
      <a href="#${id}" aria-label="Link to ${row.method} ${addressOf(row)}">#</a>
      <span class="title">${titleOf(row)}</span>
    </div>
    <p>${prose(meaningOf(row))}</p>
    <p class="facts">${factsOf(row)}</p>
    ${shell(exampleCall(row))} ${parameters.length === 0 ? NOTHING : html`<h4>Parameters</h4>`}
    ${fieldList(parameters, id)} ${body.length === 0 ? NOTHING : html`<h4>Body</h4>`} ${fieldList(body, id)}
    ${row.name === 'ingest' ? INGEST_KIND_LINKS : NOTHING}
    ${
      row.media === undefined
        ? NOTHING
        : html`<h4>Body</h4>
            <p>A file of the type <code>${row.media}</code>.</p>`
    }
    ${answerOf(answer, row)}
    <p class="codes">
      Errors:
      ${errorCodesOf(row).map((code) => html`<a href="#error-${code}">${String(ERROR_STATUS[code])} ${code}</a> `)}
    </p>
  </section>`;
}

const INGEST_KIND_LINKS = html`<p>
  Each item is of one of these kinds, which have their own fields:
  ${INGEST_KINDS.map((kind, at) => html`${at === 0 ? '' : ', '}<a href="#ingest-${kind}">${kind}</a>`)}.
</p>`;

function factsOf(row: Operation): Html {
  const facts: Html[] = [
    row.scope === 'any' ? html`Any valid token` : html`Scope <code>${row.scope}</code>`,
    ...(row.extension === null
      ? []
      : [html`<a href="#extension-${row.extension}">Extension <code>${row.extension}</code></a>`]),
    ...(row.aliases.length === 0 ? [] : [html`Also called ${codes(row.aliases)}`]),
    ...(row.csv === null ? [] : [html`<a href="#csv">CSV</a> with <code>format=csv</code>`]),
    ...(row.keyed ? [html`Takes an <a href="#idempotency">Idempotency-Key</a>`] : []),
  ];
  return html`${facts.map((fact, at) => html`${at === 0 ? '' : ' · '}${fact}`)}`;
}

/** The anchor inside of the closed list of an answer, which a browser then opens. */
export function answerAnchor(row: Operation): string {
  return `${anchorOf(row)}-answer`;
}

/** Closed, because records are long: a browser opens it when a search or an address leads inside. */
function answerOf(fields: readonly Field[], row: Operation): Html {
  const where = row.shape === 'envelope' ? html`Answer, in <code>data</code>` : html`Answer, at the top level`;
  return html`<details>
    <summary>${where}: ${String(fields.length)} ${fields.length === 1 ? 'field' : 'fields'}</summary>
    <div id="${answerAnchor(row)}">${fieldList(fields, null)}</div>
  </details>`;
}
