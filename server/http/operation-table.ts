import * as z from 'zod/mini';
import { documented, exact } from '#contract/exact.ts';
import type { Method, Operation } from '#contract/operation.ts';
import { OPERATIONS, type OperationName } from '#contract/operations.ts';
import { queryReader, type QueryReader } from './parse-query.ts';

/** A row with everything that can be worked out before the first call. */
export interface ServedOperation {
  readonly name: OperationName;
  readonly row: Operation;
  readonly readQuery: QueryReader;
  readonly body: z.ZodMiniObject | null;
  /** With EXTENSIONS=0: parses a reply down to what the document has. */
  readonly reduceReply: z.ZodMiniType | null;
  /** What the service promises; tests parse each reply with it. */
  readonly exactReply: z.ZodMiniType;
}

export interface ServedResource {
  readonly methods: ReadonlyMap<string, ServedOperation>;
  /** For the header `Allow`. */
  readonly allow: string;
}

/** Resources and aliases by name, each with the methods that exist with or without the extensions. */
export function buildOperationTable(extensions: boolean): ReadonlyMap<string, ServedResource> {
  const byName = new Map<string, Map<Method, ServedOperation>>();
  for (const [name, row] of Object.entries<Operation>(OPERATIONS)) {
    if (row.extension !== null && !extensions) continue;
    const served = serve(name as OperationName, row, extensions);
    for (const resource of [row.resource, ...row.aliases]) {
      const methods = byName.get(resource) ?? new Map<Method, ServedOperation>();
      methods.set(row.method, served);
      byName.set(resource, methods);
    }
  }
  return new Map([...byName].map(([resource, methods]) => [resource, { methods, allow: allowOf(methods) }]));
}

function serve(name: OperationName, row: Operation, extensions: boolean): ServedOperation {
  const query = extensions ? row.query : asObject(documented(row.query));
  const body = row.body === null || extensions ? row.body : asObject(documented(row.body));
  return {
    name,
    row,
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
