import type { Operation } from '#contract/operation.ts';
import { bodyOf, parametersOf, type Parameter } from '#server/openapi/describe-request.ts';
import { describeSchema } from '#server/openapi/describe-schema.ts';
import { describeType } from '#server/openapi/describe-type.ts';
import type { JsonSchema } from '#server/openapi/json-schema.ts';
import { NamedModels } from '#server/openapi/named-models.ts';
import { meaningOfParameter } from '#server/openapi/parameters.ts';
import { html, NOTHING, prose, type Html } from './html.ts';

/** A parameter or field as the page lists it. */
export interface Field {
  /** With all names around it, such as `items[].actor.kind`. */
  readonly path: string;
  readonly type: string;
  /** Whether it has to be sent or is always answered; empty where that needs no word. */
  readonly mark: string;
  readonly note: string;
  /** The extension that it belongs to, or empty. */
  readonly extension: string;
}

type FieldsOfRow = Readonly<Record<'parameters' | 'body' | 'answer', readonly Field[]>>;

/** The fields of an operation. They are kept, because the page and its search have the same. */
export function fieldsOf(row: Operation): FieldsOfRow {
  const known = kept.get(row) ?? findFields(row);
  kept.set(row, known);
  return known;
}

const kept = new WeakMap<Operation, FieldsOfRow>();

function findFields(row: Operation): FieldsOfRow {
  return {
    parameters: parametersOf(row).map((parameter) => ({
      ...describe(parameter.name, parameter.schema),
      mark: parameter.required ? 'Required' : '',
      note: noteOf(row, parameter),
    })),
    body: fieldsSent(bodyOf(row) ?? {}),
    answer: list(describeSchema(row.reply, 'reply')).map(({ path, schema, required }) => ({
      ...describe(path, schema),
      mark: required || schema['x-extension'] !== undefined ? '' : 'May be absent',
    })),
  };
}

/**
 * The fields of a body, or of a part of one.
 * @param model The name of its model in the OpenAPI document, if it is only a part of that.
 */
export function fieldsSent(schema: JsonSchema, model?: string): readonly Field[] {
  return list(schema, model).map(({ path, schema, required }) => ({
    ...describe(path, schema),
    mark: required ? 'Required' : '',
  }));
}

function noteOf(row: Operation, { name, description }: Parameter): string {
  return [meaningOfParameter(row, name)?.text, description].filter((text) => text !== undefined).join(' ');
}

function describe(path: string, schema: JsonSchema): Omit<Field, 'mark'> {
  const { description: note = '', 'x-extension': extension = '' } = schema;
  return { path, type: describeType(schema), note, extension };
}

interface Found {
  readonly path: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
}

/** The nested fields in order. Two forms of an answer can have the same field, which is listed once. */
function list(schema: JsonSchema, model?: string): readonly Found[] {
  const { models, schemas } = (named ??= nameModels());
  const described = model === undefined ? models.refer(schema) : (schemas[model] ?? schema);
  const meanings = new Map([...walk(described, '')].map(({ path, schema: { description } }) => [path, description]));
  const found = new Map([...walk(schema, '')].map((one) => [one.path, one]));
  return [...found.values()].map((one) => {
    const description = meanings.get(one.path) ?? one.schema.description;
    return description === undefined ? one : { ...one, schema: { ...one.schema, description } };
  });
}

/** The models of the OpenAPI document: their fields have their meanings. Made at the first use. */
let named: ReturnType<typeof nameModels> | undefined;

function nameModels() {
  const models = new NamedModels();
  return { models, schemas: models.schemas() };
}

function resolve({ $ref: reference, ...own }: JsonSchema): JsonSchema {
  if (reference === undefined) return own;
  return { ...named?.schemas[reference.replace('#/components/schemas/', '')], ...own };
}

function* walk(schema: JsonSchema, at: string): Generator<Found> {
  const { anyOf = [], oneOf = [], properties = {}, required, discriminator } = resolve(schema);
  // Each kind has a list of its own: merged, every kind would seem to take the fields of all.
  if (discriminator !== undefined) return;
  for (const option of [...anyOf, ...oneOf]) yield* walk(option, at);
  for (const [name, field] of Object.entries(properties)) {
    const path = at === '' ? name : `${at}.${name}`;
    yield { path, schema: field, required: required?.includes(name) === true };
    yield* walk(field, path);
    const { items } = resolve(field);
    if (items !== undefined) yield* walk(items, `${path}[]`);
  }
}

/**
 * A list of fields. Nothing if there are none.
 * @param anchors What the anchor of each field begins with; null for fields that no address leads to.
 */
export function fieldList(fields: readonly Field[], anchors: string | null): Html {
  if (fields.length === 0) return NOTHING;
  return html`<dl>
    ${fields.map((field) => fieldItem(field, anchors === null ? null : fieldAnchor(anchors, field.path)))}
  </dl>`;
}

/** The anchor of a parameter or a field of a body. */
export function fieldAnchor(operation: string, path: string): string {
  return `${operation}--${path.replaceAll('[]', '').replaceAll('.', '-').toLowerCase()}`;
}

function fieldItem({ path, type, mark, note, extension }: Field, id: string | null): Html {
  const key =
    extension === ''
      ? NOTHING
      : html` <span class="kind">Only with the extension <a href="#extension-${extension}">${extension}</a></span>`;
  const term = html`<dt><code>${path}</code> <span class="type">${type}</span></dt>`;
  const text = html`<dd>${mark === '' ? NOTHING : html`<b>${mark}.</b> `}${prose(note)}${key}</dd>`;
  return html`<div${id === null ? NOTHING : html` id="${id}"`}>${term}${text}</div>`;
}
