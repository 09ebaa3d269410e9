import type { Operation } from '#contract/operation.ts';

/** How tests call a row: `API-ai_reports-GET report=usage`. */
export function titleOfRow({ resource, method, when }: Operation): string {
  return `API-${resource}-${method}${when === undefined ? '' : ` ${when.name}=${when.value}`}`;
}

/** The beginning of each query that means the row. */
export function queryOfRow({ when }: Operation): string {
  return when?.in === 'query' ? `${when.name}=${when.value}&` : '';
}
