import { INGEST_KINDS } from '#contract/ingest.ts';
import { BIND_COLUMNS, type BindColumn } from '#contract/bind-row.ts';
import { ERROR_STATUS } from '#contract/errors.ts';
import type { Operation } from '#contract/operation.ts';
import { titleOf } from '#server/openapi/describe-operation.ts';
import { errorCodesOf } from '#server/openapi/error-codes.ts';
import { exampleCall } from '#server/openapi/example-call.ts';
import { meaningOf } from '#server/openapi/operation-meanings.ts';
import { addressOf, anchorOf } from './families.ts';
import { fieldList, fieldsOf, type Field } from './fields.ts';
import { codes, html, listing, NOTHING, prose, shell, table, type Html } from './html.ts';
import { HANDLES_SAMPLE } from './sample-rows.ts';

/** One operation with its meaning, a call, its fields and its errors. */
export function operationSection(row: Operation): Html {
  const id = anchorOf(row);
  const { parameters, body, answer } = fieldsOf(row);
  return html`<section id="${id}" class="operation" aria-labelledby="${id}-title">
    <div class="heading">
      <h3 id="${id}-title">
        <span class="method ${row.method.toLowerCase()}">${row.method}</span> <code>${addressOf(row)}</code>
      </h3>
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
            ${HANDLES_FILE}`
    }
    ${answerOf(answer, row)}
    <p class="codes">
      Errors:
      ${errorCodesOf(row).map((code) => html`<a href="#error-${code}">${String(ERROR_STATUS[code])} ${code}</a> `)}
    </p>
  </section>`;
}

const HANDLES: Readonly<Record<BindColumn, string>> = {
  channel: 'Required. One of whatsapp, messenger, instagram, sms and email.',
  external_user_id:
    'Required, 1 to 200 characters. Taken as it is: `+34600100200` and `+34 600 100 200` are two handles.',
  email: 'The email address of the customer. A row needs this or `phone`; an unknown one creates a customer.',
  phone: 'The phone number of the customer, in any way of writing.',
  display_handle: 'The handle as people read it, at most 200 characters.',
};

const HANDLES_FILE = html`<p>
    A file of the type <code>text/csv</code> in UTF-8, with commas, a header and these columns in any order; others are
    ignored. Save this one as <code>handles.csv</code> to try it:
  </p>
  ${listing('csv', HANDLES_SAMPLE)}
  ${table(BIND_COLUMNS, [
    { title: 'Column', cell: (column) => html`<code>${column}</code>` },
    { title: 'Has', cell: (column) => prose(HANDLES[column]) },
  ])}`;

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
