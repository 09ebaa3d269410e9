import * as z from 'zod/mini';
import { ERROR_STATUS, type ErrorCode } from '#contract/errors.ts';
import { EXTENSIONS } from '#contract/operation.ts';
import { titleOf } from '#server/openapi/describe-operation.ts';
import { ERROR_MEANINGS } from '#server/openapi/error-meanings.ts';
import { exampleEvents } from '#server/openapi/example-events.ts';
import { meaningOf } from '#server/openapi/operation-meanings.ts';
import { addressOf, anchorOf, FAMILIES, rowsOf } from './families.ts';
import { fieldAnchor, fieldsOf } from './fields.ts';
import { GUIDES } from './guides.ts';
import { plainText } from './html.ts';
import { answerAnchor } from './operation-section.ts';

const MAX_LENGTH = 100;

/** The query of `/docs`. */
export const docsQuery = z.object({
  q: z._default(z.string().check(z.maxLength(MAX_LENGTH)), ''),
});

/** A place of the page that a search can find. */
export interface Place {
  readonly kind: 'Guide' | 'Operation' | 'Error' | 'Event' | 'Extension' | 'Field';
  readonly title: string;
  readonly note: string;
  /** Other names of it, which are not shown. */
  readonly names?: string;
  /** All of its text, where the note is only a summary. */
  readonly text?: string;
  readonly anchor: string;
}

const MAX_PLACES = 100;

/** The places in which all words occur: first in the title, then in the note, then elsewhere. */
export function findPlaces(
  places: readonly Place[],
  q: string,
): { readonly found: readonly Place[]; readonly total: number } {
  const words = q
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return { found: [], total: 0 };
  const rank = ({ title, note, names = '', text = '' }: Place): number => {
    const parts = [`${title} ${names}`, `${title} ${names} ${note}`, `${title} ${note} ${text}`];
    return parts.findIndex((part) => words.every((word) => part.toLowerCase().includes(word)));
  };
  const all = places
    .map((place) => ({ place, rank: rank(place) }))
    .filter((one) => one.rank !== -1)
    .toSorted((a, b) => a.rank - b.rank);
  return { found: all.slice(0, MAX_PLACES).map(({ place }) => place), total: all.length };
}

/** Every place, fields last: they are many. */
export function listPlaces(): readonly Place[] {
  const rows = FAMILIES.flatMap(rowsOf);
  const codes = Object.keys(ERROR_STATUS).filter((code): code is ErrorCode => code in ERROR_STATUS);
  return [
    ...GUIDES.map(({ id, title, purpose, body }): Place => {
      return { kind: 'Guide', title, note: purpose, text: plainText(body('')), anchor: id };
    }),
    ...rows.map((row): Place => {
      const title = `${row.method} ${addressOf(row)}`;
      const names = [titleOf(row), ...row.aliases].join(' ');
      return { kind: 'Operation', title, note: meaningOf(row), names, anchor: anchorOf(row) };
    }),
    ...codes.map((code): Place => ({
      kind: 'Error',
      title: `${ERROR_STATUS[code]} ${code}`,
      note: ERROR_MEANINGS[code].meaning,
      anchor: `error-${code}`,
    })),
    ...exampleEvents().map(({ type, description }): Place => ({
      kind: 'Event',
      title: type,
      note: description,
      anchor: `event-${type}`,
    })),
    ...EXTENSIONS.map((key): Place => ({ kind: 'Extension', title: key, note: '', anchor: `extension-${key}` })),
    ...rows.flatMap((row): Place[] => {
      const { parameters, body, answer } = fieldsOf(row);
      const address = `${row.method} ${addressOf(row)}`;
      const id = anchorOf(row);
      return [
        ...[...parameters, ...body].map(({ path, note }): Place => ({
          kind: 'Field',
          title: path,
          note: `${address}. ${note}`,
          anchor: fieldAnchor(id, path),
        })),
        ...answer.map(({ path, note }): Place => ({
          kind: 'Field',
          title: path,
          note: `In the answer of ${address}. ${note}`,
          anchor: answerAnchor(row),
        })),
      ];
    }),
  ];
}
