import { ERROR_STATUS } from '#contract/errors.ts';
import type { Operation } from '#contract/operation.ts';
import { OPERATIONS } from '#contract/operations.ts';
import { titleOf } from './describe-operation.ts';
import { bodyOf, parametersOf } from './describe-request.ts';
import { describeSchema } from './describe-schema.ts';
import { describeType } from './describe-type.ts';
import { errorCodesOf } from './error-codes.ts';
import { exampleCall } from './example-call.ts';
import { exampleEvents } from './example-events.ts';
import type { JsonSchema } from './json-schema.ts';

/** Escaped markup; `html` escapes every other value. */
class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

function html(strings: TemplateStringsArray, ...values: readonly (Html | readonly Html[] | string)[]): Html {
  const inside = (value: Html | readonly Html[] | string | undefined): string => {
    if (value === undefined) return '';
    if (value instanceof Html) return value.text;
    return typeof value === 'string' ? escape(value) : value.map(({ text }) => text).join('');
  };
  return new Html(strings.map((text, index) => text + inside(values[index])).join(''));
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const NOTHING = html``;

/**
 * The reference of the API as a page without scripts: every operation with its parameters, fields, errors and a call to
 * copy, each at an anchor such as `#tickets-get`, and the events of webhooks.
 * @param baseUrl Ends with `/v1`.
 */
export function referencePage(baseUrl: string): string {
  const rows = Object.values<Operation>(OPERATIONS);
  const resources = [...new Set(rows.map(({ resource }) => resource))].toSorted();
  const of = (resource: string) => rows.filter((row) => row.resource === resource);
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>API reference - Support Console</title>
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/docs.css" />
      </head>
      <body>
        <a class="skip" href="#operations">Skip to the operations</a>
        <header>
          <h1>API reference</h1>
          <p>
            Every operation of <code>${baseUrl}/api.ashx</code>, as this service serves it. For programs:
            <a href="/v1/openapi.json">openapi.json</a>. The dashboard is at <a href="/">/</a>.
          </p>
          <p>
            Each call sends <code>Authorization: Bearer TOKEN</code>. An answer is
            <code>{"ok":true,"data":...}</code> or <code>{"ok":false,"error":{"code","message"}}</code>; where the
            fields are at the top level instead, the operation says so. Ids are 64-bit integers.
          </p>
        </header>
        <nav aria-label="Operations">
          <ul>
            ${resources.map(
              (resource) =>
                html`<li>
                  <code>${resource}</code>
                  ${of(resource).map((row) => html`<a href="#${anchorOf(row)}" aria-label="${row.method}${choiceOf(row)} ${resource}">${row.method}${choiceOf(row)}</a> `)}
                </li> `,
            )}
            <li><a href="#webhook-events">Webhook events</a></li>
          </ul>
        </nav>
        <main id="operations">${resources.flatMap(of).map((row) => section(row, baseUrl))} ${events()}</main>
      </body>
    </html> `;
  return page.text;
}

export function anchorOf({ resource, method, when }: Pick<Operation, 'resource' | 'method' | 'when'>): string {
  return [resource, method.toLowerCase(), ...(when === undefined ? [] : [when.name, when.value])].join('-');
}

function nameOf(row: Operation): string {
  return `${row.method} ${row.resource}${choiceOf(row)}`;
}

/** The parameter or field that selects this row of its method. */
function choiceOf({ when }: Operation): string {
  return when === undefined ? '' : ` ${when.name}=${when.value}`;
}

function section(row: Operation, baseUrl: string): Html {
  const parameters = parametersOf(row);
  const body = [...listFields(bodyOf(row) ?? {})];
  const reply = [...listFields(describeSchema(row.reply, 'reply'))];
  const id = anchorOf(row);
  return html`<section id="${id}" aria-labelledby="${id}-title">
    <div class="heading">
      <h2 id="${id}-title"><span class="method">${row.method}</span> ${row.resource}${choiceOf(row)}</h2>
      <a href="#${id}" aria-label="Link to ${nameOf(row)}">#</a>
    </div>
    <p>
      ${titleOf(row)}.
      ${row.scope === 'any' ? html`Any valid token may call it.` : html`Needs the scope <code>${row.scope}</code>.`}${row.extension === null ? NOTHING : html` Extension <code>${row.extension}</code>.`}${row.aliases.length === 0 ? NOTHING : html` Also called ${row.aliases.map((name, at) => html`${at === 0 ? '' : ', '}<code>${name}</code>`)}.`}${row.shape === 'top-level' ? html` The fields of the answer are at the top level.` : NOTHING}${row.csv === null ? NOTHING : html` With <code>format=csv</code> the answer is a CSV file.`}
    </p>
    <pre><code>${exampleCall(row, baseUrl)}</code></pre>
    ${list(
      'Parameters',
      parameters.map(({ name, ...rest }) => ({ path: name, ...rest })),
    )}
    ${
      row.media === undefined
        ? NOTHING
        : html`<h3>Body</h3>
            <p>A file of the type <code>${row.media}</code>.</p>`
    }
    ${list('Body', body)} ${list('Reply', reply, 'reply')}
    <h3>Errors</h3>
    <ul class="codes">
      ${errorCodesOf(row).map((code) => html`<li>${String(ERROR_STATUS[code])} <code>${code}</code></li> `)}
    </ul>
  </section> `;
}

function events(): Html {
  const id = 'webhook-events';
  return html`<section id="${id}" aria-labelledby="${id}-title">
    <div class="heading">
      <h2 id="${id}-title">Webhook events</h2>
      <a href="#${id}" aria-label="Link to webhook events">#</a>
    </div>
    <p>
      What a subscription's receiver gets, without <code>include_pii</code>. A test has <code>"test":true</code> as
      well.
    </p>
    ${exampleEvents().map(
      ({ type, description, body }) =>
        html`<h3><code>${type}</code></h3>
          <p>${description}</p>
          <pre><code>${indented(body)}</code></pre> `,
    )}
  </section>`;
}

function indented(json: string): string {
  return JSON.stringify(JSON.parse(json), null, 2);
}

interface Line {
  readonly path: string;
  readonly schema: Parameters<typeof describeType>[0];
  readonly required: boolean;
  readonly description?: string;
}

function list(title: string, lines: readonly Line[], side: 'request' | 'reply' = 'request'): Html {
  if (lines.length === 0) return NOTHING;
  const mark = (line: Line): string => {
    if (side === 'request') return line.required ? ', required' : '';
    return line.required ? '' : ', if asked for';
  };
  const note = ({ schema, description }: Line): string => description ?? schema.description ?? '';
  const extension = ({ schema }: Line): string => schema['x-extension'] ?? '';
  return html`<h3>${title}</h3>
    <dl>
      ${lines.map(
        (line) =>
          html`<div>
            <dt><code>${line.path}</code></dt>
            <dd>
              ${describeType(line.schema)}${mark(line)}${extension(line) === '' ? NOTHING : html`, extension <code>${extension(line)}</code>`}${note(line) === '' ? NOTHING : html`. ${note(line)}`}
            </dd>
          </div> `,
      )}
    </dl>`;
}

export interface ListedField {
  /** With its path, such as `items[].actor.kind`. */
  readonly path: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
}

/** Lists the nested fields of an object in order. */
export function* listFields(schema: JsonSchema, at = ''): Generator<ListedField> {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const path = at === '' ? name : `${at}.${name}`;
    yield { path, schema: field, required: schema.required?.includes(name) === true };
    yield* listFields(field, path);
    for (const option of field.anyOf ?? []) yield* listFields(option, path);
    if (field.items !== undefined) yield* listFields(field.items, `${path}[]`);
  }
}
