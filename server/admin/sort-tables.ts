import { StartFailure } from '#server/db/errors.ts';
import type { Table } from './dump.sql.ts';

/** Tables so that each stands behind those that its rows point at. @throws StartFailure where two need each other. */
export function sortTables(tables: readonly Table[]): Table[] {
  const sorted: Table[] = [];
  const placed = new Set<string>();
  let left = [...tables];
  while (left.length > 0) {
    const next = left.filter(({ needs }) => needs.every((name) => placed.has(name)));
    if (next.length === 0)
      throw new StartFailure(`Tables point at each other: ${left.map(({ name }) => name).join(', ')}`);
    for (const table of next) {
      sorted.push(table);
      placed.add(table.name);
    }
    left = left.filter(({ name }) => !placed.has(name));
  }
  return sorted;
}
