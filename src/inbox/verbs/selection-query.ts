import type { ListQuery } from '#src/inbox/filters/filter-params.ts';

/** The parameters that choose the tickets of a list, as they stand in a URL; the order chooses nothing. */
export function selectionQuery(query: ListQuery): Readonly<Record<string, string>> {
  const { order_by: _order, dir: _dir, ...chosen } = query;
  const text: Record<string, string> = {};
  for (const [name, value] of Object.entries(chosen)) {
    if (value === undefined) continue;
    text[name] = value === true ? '1' : String(value);
  }
  return text;
}
