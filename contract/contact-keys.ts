import { type Country, toInternational } from './dialling.ts';

/**
 * The form by which emails match: case is ignored. The address itself is stored and returned as typed.
 */
export function emailKey(email: string): string {
  return email.toLowerCase();
}

/** Restores a plus that was not encoded in a query and so arrived as a leading blank. A number with `00` never had one. */
export function withLostPlus(text: string): string {
  return text.replace(/^ (?!0)/, '+');
}

/** Separators between digits. */
const BETWEEN = /[\s.\-/\u2010\u2011]/g;
const BRACKETS = /[()[\]]/g;
/** A `(0)` after a country code, which is never dialled. */
const TRUNK_IN_BRACKETS = /^([([]*(?:\+|00)[()[\]]*[1-9][0-9]{0,2}[)\]]*)[([]0[)\]]/;

/**
 * The matched form of a phone: spaces, dots, hyphens, slashes, brackets and a `(0)` behind a country code do not count,
 * a leading `00` is a `+`, and in the country of a site a number that begins as it is dialled there is the international
 * one. Null when nothing is left to match by.
 */
export function phoneKey(phone: string, country: Country | null): string | null {
  const bare = phone.replace(BETWEEN, '').replace(TRUNK_IN_BRACKETS, '$1').replace(BRACKETS, '').replace(/^00/, '+');
  if (bare === '' || bare === '+') return null;
  return country === null ? bare : toInternational(bare, country);
}

/** Whether a text is a whole phone, in any way of writing it: too long to be a ticket number. */
export function isPhone(text: string): boolean {
  return text.length <= 40 && /^\+?[\d\s()./[\]-]+$/.test(text) && (text.match(/\d/g)?.length ?? 0) >= 7;
}

/** A matched phone with its country code, which anybody in the world can reach: what a handle of a number has to be. */
export function isWorldwide(key: string): boolean {
  return /^\+[1-9][0-9]{6,14}$/.test(key);
}

/** One more whenever `phoneKey` or `foldedText` of the contract answers something else for the same text. */
const VERSION = '1';

/** The version and country that the keys of a site's rows are made for. */
export function keysMadeFor(country: Country | null): string {
  return country === null ? VERSION : `${VERSION} ${country}`;
}
