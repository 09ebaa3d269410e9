import * as z from 'zod/mini';
import { documented, exact } from '#contract/exact.ts';
import type { Method, Operation } from '#contract/operation.ts';
import { OPERATIONS, type OperationName } from '#contract/operations.ts';
import { ApiError } from '#server/operation/api-error.ts';
import { fieldError } from '#server/operation/field-errors.ts';
import { checkParameter, queryReader, type QueryReader, type RawQuery } from './parse-query.ts';
import { traitsOf, type RunTraits } from './run-traits.ts';

/** A row of the contract with everything that is computed once, before the first call. */
export interface ServedOperation {
  readonly name: OperationName;
  readonly row: Operation;
  readonly traits: RunTraits;
  readonly readQuery: QueryReader;
  readonly body: z.ZodMiniObject | null;
  /** With EXTENSIONS=0: strips a reply to the fields of the API document. */
  readonly reduceReply: z.ZodMiniType | null;
  /** The strict schema of the reply; tests parse each reply with it. */
  readonly exactReply: z.ZodMiniType;
}

/** The rows of one method of a resource; usually one. */
export type ServedMethod = readonly [ServedOperation, ...ServedOperation[]];

export interface ServedResource {
  readonly methods: ReadonlyMap<string, ServedMethod>;
  /** For the header `Allow`. */
  readonly allow: string;
}

/** Resources and aliases by name, each with the methods that exist with or without the extensions. */
export function buildOperationTable(extensions: boolean): ReadonlyMap<string, ServedResource> {
  const byName = new Map<string, Map<Method, ServedMethod>>();
  for (const [name, row] of Object.entries<Operation>(OPERATIONS)) {
    if (row.extension !== null && !extensions) continue;
    const served = serve(name as OperationName, row, extensions);
    for (const resource of [row.resource, ...row.aliases]) {
      const methods = byName.get(resource) ?? new Map<Method, ServedMethod>();
      const rows = methods.get(row.method);
      methods.set(row.method, rows === undefined ? [served] : [...rows, served]);
      byName.set(resource, methods);
    }
  }
  return new Map([...byName].map(([resource, methods]) => [resource, { methods, allow: allowOf(methods) }]));
}

/**
 * Picks the row by its query. @throws ApiError if no row matches, and for a parameter that the chosen row does not have:
 * silently ignoring it would return something other than the client asked for
 */
export function chooseByQuery(rows: ServedMethod, query: RawQuery): ServedOperation {
  if (rows.length === 1) return rows[0];
  const choices = rows.filter(({ row }) => row.when?.in === 'query');
  const chosen = choices.find(({ row }) => query.values.get(row.when?.name ?? '') === row.when?.value);
  if (chosen?.row.when === undefined) {
    return rows.find(({ row }) => row.when?.in !== 'query') ?? refuseChoice(choices, query);
  }
  const { name, value } = chosen.row.when;
  checkParameter(query, name);
  for (const parameter of [...query.values.keys(), ...(query.undecodable ?? [])]) {
    const isKnown = parameter === 'resource' || parameter === name || Object.hasOwn(chosen.row.query.shape, parameter);
    if (!isKnown) throw fieldError(parameter, `is not a parameter of ${name}=${value}`);
  }
  return chosen;
}

function refuseChoice(choices: readonly ServedOperation[], query: RawQuery): never {
  const name = choices[0]?.row.when?.name ?? '';
  checkParameter(query, name);
  if (!query.values.has(name)) throw new ApiError('missing_field', `${name} is required`);
  throw fieldError(name, `must be one of ${choices.map(({ row }) => row.when?.value).join(', ')}`);
}

/** Picks the row by its body, and removes the selecting field from it. @param served the row that the query picked */
export function chooseByBody(
  rows: ServedMethod,
  served: ServedOperation,
  { ...body }: Record<string, unknown>,
): { readonly served: ServedOperation; readonly body: Record<string, unknown> } {
  const chosen = rows.find(({ row: { when } }) => when?.in === 'body' && body[when.name] === when.value);
  if (chosen?.row.when === undefined) return { served, body };
  delete body[chosen.row.when.name];
  return { served: chosen, body };
}

function serve(name: OperationName, row: Operation, extensions: boolean): ServedOperation {
  const query = extensions ? row.query : asObject(documented(row.query));
  const body = row.body === null || extensions ? row.body : asObject(documented(row.body));
  return {
    name,
    row,
    traits: traitsOf(name),
    readQuery: queryReader(query),
    body,
    reduceReply: extensions ? null : documented(row.reply),
    exactReply: exact(row.reply, { extensions }),
  };
}

function allowOf(methods: ReadonlyMap<Method, unknown>): string {
  return [...methods.keys()].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
}

function asObject(schema: z.ZodMiniType): z.ZodMiniObject {
  if (schema instanceof z.ZodMiniObject) return schema;
  throw new TypeError('a query or body schema must be an object');
}
