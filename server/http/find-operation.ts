import { ApiError, insufficientScope } from '#server/operation/api-error.ts';
import type { LiveToken } from '#server/tokens/live-token.ts';
import type { Exchange } from './exchange.ts';
import { chooseByQuery, type ServedMethod, type ServedOperation } from './operation-table.ts';
import type { RawQuery } from './parse-query.ts';
import type { Service } from './service.ts';

interface Wanted {
  readonly method: string;
  /** A resource or an alias. */
  readonly name: string | undefined;
  readonly query: RawQuery;
}

/** Rows of a method, and the one that the query picks. */
export interface FoundOperation {
  readonly rows: ServedMethod;
  readonly served: ServedOperation;
}

/**
 * Finds the operation that a call names and checks its scope; notes the resource in the exchange.
 * @throws ApiError missing_field, unknown_resource, method_not_allowed, insufficient_scope, bad_field
 */
export function findOperation(service: Service, exchange: Exchange, token: LiveToken, wanted: Wanted): FoundOperation {
  const rows = findRows(service, exchange, wanted);
  // All rows of a method have the same scope, which is checked before query and body.
  const { scope } = rows[0].row;
  if (scope !== 'any' && !token.allows(scope)) throw insufficientScope(scope);
  return { rows, served: chooseByQuery(rows, wanted.query) };
}

function findRows(service: Service, exchange: Exchange, { name, method }: Wanted): ServedMethod {
  if (name === undefined) throw new ApiError('missing_field', 'resource is required');
  const resource = service.table.get(name);
  if (resource === undefined) throw new ApiError('unknown_resource', 'There is no such resource');
  const rows = resource.methods.get(method === 'HEAD' ? 'GET' : method);
  if (rows === undefined) {
    throw new ApiError('method_not_allowed', `${name} takes ${resource.allow}`, { headers: { Allow: resource.allow } });
  }
  exchange.resource = rows[0].row.resource;
  return rows;
}
