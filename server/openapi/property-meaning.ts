import type { JsonSchema } from './json-schema.ts';
import { CUSTOMERS } from './properties/customers.ts';
import { GENERAL } from './properties/general.ts';
import { SERVICE } from './properties/service.ts';
import { TICKETS } from './properties/tickets.ts';

/** Tables of meanings. A key is the name of a field, or the end of its path where the name means different things. */
export const PROPERTY_TABLES: readonly Readonly<Record<string, string>>[] = [GENERAL, TICKETS, CUSTOMERS, SERVICE];

const MEANINGS: ReadonlyMap<string, string> = new Map(PROPERTY_TABLES.flatMap((table) => Object.entries(table)));

/** The part of a meaning that explains null: the last words of a sentence, or a sentence. */
const ABOUT_NULL = /; null [^.;]*|(?<=\.) Null [^.]*\./g;

/**
 * The key and the text of what a field means: the longest key that its path ends with.
 * @param path The model, the fields around it, and its name, such as `GetCsatReply`, `summary`, `average`
 * @param schema If it has no null, the text does not explain null either
 */
export function meaningOf(
  path: readonly string[],
  schema: JsonSchema,
): { readonly key: string; readonly text: string } | null {
  for (const start of path.keys()) {
    const key = path.slice(start).join('.');
    const text = MEANINGS.get(key);
    if (text !== undefined) return { key, text: isNullable(schema) ? text : text.replaceAll(ABOUT_NULL, '') };
  }
  return null;
}

export function isNullable({ type, anyOf = [] }: JsonSchema): boolean {
  return [type].flat().includes('null') || anyOf.some(isNullable);
}
