import type { RowFault } from '#server/imports/row-store.ts';
import type { FieldNames } from './source.ts';
import { isTime } from './values.ts';

/** The fault of the first value that is no time; undefined if all are times or absent. */
export function findBadTime(times: readonly (readonly [string, string | null])[]): RowFault | undefined {
  const bad = times.find(([, value]) => value !== null && !isTime(value));
  if (bad === undefined) return undefined;
  const [name, value] = bad;
  return { code: 'bad_field', message: `${name} ${JSON.stringify(value)} is not a date that can be read` };
}

/** A fault of a ticket row with the names of the export: a comment is counted from 1, in the order of time. */
export function faultInWordsOfExport(
  kind: 'ticket' | 'customer',
  fault: RowFault,
  { [kind]: names, comment }: FieldNames,
): RowFault {
  const message = fault.message
    .replaceAll(/\bcomments\[(\d+)\](?:\.(\w+))?/g, (_, index: string, field?: string) => {
      const place = `comment ${Number(index) + 1}`;
      return field === undefined ? place : `${comment[field] ?? field} of ${place}`;
    })
    .replaceAll(/\b[a-z]+(?:_[a-z]+)*\b/g, (word) => names[word] ?? word);
  return { ...fault, message };
}
