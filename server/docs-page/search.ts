import * as z from 'zod/mini';
import { ERROR_STATUS, type ErrorCode } from '#contract/errors.ts';
import { EXTENSIONS, type Operation } from '#contract/operation.ts';
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
  readonly anchor: string;
  /** Texts in lower case for the words to occur in, the most telling first: its names, then its note, then all of it. */
  readonly texts: readonly string[];
}

/** @param more Other names of the place, and all of its text where the note is only a summary. */
function placeOf(
  kind: Place['kind'],
  { title, note, anchor }: Pick<Place, 'title' | 'note' | 'anchor'>,
  more: { readonly names?: readonly string[]; readonly text?: string } = {},
): Place {
  const names = [title, ...(more.names ?? [])].join(' ').toLowerCase();
  const noted = `${names} ${note.toLowerCase()}`;
  const texts = [names, noted, ...(more.text === undefined ? [] : [`${noted} ${more.text.toLowerCase()}`])];
  return { kind, title, note, anchor, texts };
}

const MAX_PLACES = 100;
/** Fields come after names and notes of everything else: most words are the name of some field too. */
const FIELDS_FROM = 2;

/** The places in which all words occur: by name, then by note, then fields, then what has them elsewhere in its text. */
export function findPlaces(
  places: readonly Place[],
  q: string,
): { readonly found: readonly Place[]; readonly total: number } {
  const words = q
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return { found: [], total: 0 };
  const rank = ({ kind, texts }: Place) => {
    const at = texts.findIndex((text) => words.every((word) => text.includes(word)));
    if (at === -1) return -1;
    return kind === 'Field' ? at + FIELDS_FROM : at < FIELDS_FROM ? at : at + FIELDS_FROM;
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
    ...GUIDES.map(({ id, title, purpose, words, body }) =>
      placeOf('Guide', { title, note: purpose, anchor: id }, { names: [words], text: plainText(body('')) }),
    ),
    ...rows.map((row) => {
      const title = `${row.method} ${addressOf(row)}`;
      const names = [titleOf(row), ...row.aliases];
      return placeOf('Operation', { title, note: meaningOf(row), anchor: anchorOf(row) }, { names });
    }),
    ...codes.map((code) =>
      placeOf('Error', {
        title: `${ERROR_STATUS[code]} ${code}`,
        note: ERROR_MEANINGS[code].meaning,
        anchor: `error-${code}`,
      }),
    ),
    ...exampleEvents().map(({ type, description }) =>
      placeOf('Event', { title: type, note: description, anchor: `event-${type}` }),
    ),
    ...EXTENSIONS.map((key) => placeOf('Extension', { title: key, note: '', anchor: `extension-${key}` })),
    ...rows.flatMap(fieldPlaces),
  ];
}

function fieldPlaces(row: Operation): readonly Place[] {
  const { parameters, body, answer } = fieldsOf(row);
  const address = `${row.method} ${addressOf(row)}`;
  return [
    ...[...parameters, ...body].map(({ path, note }) =>
      placeOf('Field', { title: path, note: `${address}. ${note}`, anchor: fieldAnchor(anchorOf(row), path) }),
    ),
    ...answer.map(({ path, note }) =>
      placeOf('Field', { title: path, note: `In the answer of ${address}. ${note}`, anchor: answerAnchor(row) }),
    ),
  ];
}
