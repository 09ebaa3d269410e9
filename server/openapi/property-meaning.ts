import { CUSTOMERS } from './properties/customers.ts';
import { GENERAL } from './properties/general.ts';
import { SERVICE } from './properties/service.ts';
import { TICKETS } from './properties/tickets.ts';

/** Tables of meanings. A key is the name of a field, or the end of its path where the name means different things. */
export const PROPERTY_TABLES: readonly Readonly<Record<string, string>>[] = [GENERAL, TICKETS, CUSTOMERS, SERVICE];

const MEANINGS: ReadonlyMap<string, string> = new Map(PROPERTY_TABLES.flatMap((table) => Object.entries(table)));

/**
 * The key and the text of what a field means: the longest key that its path ends with.
 * @param path The model, the fields around it, and its name, such as `GetCsatReply`, `summary`, `average`
 */
export function meaningOf(path: readonly string[]): { readonly key: string; readonly text: string } | null {
  for (const start of path.keys()) {
    const key = path.slice(start).join('.');
    const text = MEANINGS.get(key);
    if (text !== undefined) return { key, text };
  }
  return null;
}
