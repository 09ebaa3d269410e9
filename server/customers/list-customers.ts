import { withLostPlus, phoneKey } from '#contract/contact-keys.ts';
import type { listCustomerIdentities as ListCustomerIdentities } from '#contract/customers.ts';
import type { Country } from '#contract/dialling.ts';
import { otherSpelling, plainText } from '#contract/folded-text.ts';
import type { Query } from '#contract/operation.ts';
import { isEmail, codePoints } from '#contract/scalars.ts';
import { countOf } from '#server/counters/counters.ts';
import { escapeLike, type Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Handler, Site } from '#server/operation/call.ts';
import { countRows } from '#server/operation/count-rows.ts';
import {
  findHandleOwners,
  findOwner,
  type TextPattern,
  type TextMatches,
  findIdentities,
  isUnfiltered,
  rowsOf,
  streamIdentities,
  type IdentitySelection,
} from './list-customers.sql.ts';
import { findIdentityByKeys, type IdentityKeys } from './identities.sql.ts';

const CSV_BATCH = 500;
const NO_KEYS: IdentityKeys = { identityId: null, emailKey: null, phoneKey: null };

/** GET customer_identities. See docs/api.md, "Lists", "Finding customers" and "CSV". */
export const listCustomerIdentities: Handler<typeof ListCustomerIdentities> = async ({
  db,
  site,
  query,
  extensions,
}) => {
  const { order_by: order, limit, skip } = query;
  const selection = await select(db, site, query);
  if (selection === null)
    return query.format === 'csv' ? { csv: onePage(async () => []) } : { items: [], total_count: 0 };
  const find = () => findIdentities(db, selection, { order, limit, skip, extensions });
  if (query.format === 'csv') {
    if (query.all === true) return { csv: streamIdentities(db, selection, { order, batch: CSV_BATCH }) };
    return { csv: onePage(find) };
  }
  const items = await find();
  if (items.length < limit && (items.length > 0 || skip === 0)) return { items, total_count: skip + items.length };
  const total_count = (await countSelected(db, site, selection)) ?? (await countRows(db, rowsOf(selection)));
  return { items, total_count };
};

/** The total from counters; null if the rows have to be counted. */
async function countSelected(db: Db, site: Site, selection: IdentitySelection): Promise<number | null> {
  if (isUnfiltered(selection)) return countOf(db, site.id, 'customer');
  const { channel, withoutChannel } = selection;
  if (!isUnfiltered({ ...selection, channel: null, withoutChannel: null })) return null;
  if (channel !== null && withoutChannel !== null) return null;
  if (channel !== null) return countOf(db, site.id, 'customer_channel', channel);
  if (withoutChannel === null) return null;
  return (await countOf(db, site.id, 'customer')) - (await countOf(db, site.id, 'customer_channel', withoutChannel));
}

/** Null if no customer can match. @throws ApiError missing_field */
async function select(
  db: Db,
  site: Site,
  query: Query<typeof ListCustomerIdentities>,
): Promise<IdentitySelection | null> {
  const { q, channel, without_channel, blocked, external_user_id: externalUserId } = query;
  const hasChannels = !site.undeployed.includes('channels');
  const search = q === undefined ? null : readIdentitySearch(q, site.country);
  if (externalUserId !== undefined && channel === undefined) {
    throw new ApiError('missing_field', 'channel is required with external_user_id');
  }
  if (channel !== undefined && !hasChannels) return null;
  const selection = {
    siteId: site.id,
    alternatives: search === null ? [] : await findAlternatives(db, site, search, hasChannels),
    channel: externalUserId === undefined ? (channel ?? null) : null,
    withoutChannel: hasChannels ? (without_channel ?? null) : null,
    isBlocked: blocked === true,
    hasChannels,
  };
  if (channel === undefined || externalUserId === undefined) return { ...selection, identityId: null };
  const identityId =
    (await findOwner(db, site.id, { channel, externalUserId })) ??
    (await findOwner(db, site.id, { channel, externalUserId: withLostPlus(externalUserId) }));
  return identityId === undefined ? null : { ...selection, identityId };
}

/** The last digits of a phone are selective; many phones share the first ones. */
const RARE_DIGITS = 7;

async function findAlternatives(
  db: Db,
  site: Site,
  { words, phones }: IdentitySearch,
  hasChannels: boolean,
): Promise<TextMatches[][]> {
  const match = async (text: TextPattern, keys: Partial<IdentityKeys> | null): Promise<TextMatches> => {
    const owners = hasChannels ? await findHandleOwners(db, site.id, text) : [];
    const known = keys === null ? undefined : await findIdentityByKeys(db, site.id, { ...NO_KEYS, ...keys });
    if (known === undefined || owners === null) return { text, owners };
    // An email identifies one customer; several can share a phone.
    return { text: keys?.emailKey === undefined ? text : null, owners: [...owners, known] };
  };
  const alternatives: TextMatches[][] = [[]];
  for (const { text, other, written, isLong } of words) {
    const pattern = isLong ? `%${escapeLike(text)}%` : `% ${escapeLike(text)}%`;
    const sought = { pattern, other: other === null ? null : `% ${escapeLike(other)} %`, whole: null };
    alternatives[0]?.push(await match(sought, isEmail(written) ? { emailKey: written } : null));
  }
  for (const phone of phones) {
    const rare = { pattern: `%${phone.slice(-RARE_DIGITS)}%`, other: null, whole: phone };
    alternatives.push([await match(rare, { phoneKey: `+${phone}` })]);
  }
  return alternatives;
}

async function* onePage<Row>(find: () => Promise<Row[]>): AsyncGenerator<Row[]> {
  yield await find();
}

interface SearchWord {
  /** Without accents. */
  readonly text: string;
  /** Another spelling, which must match as a whole word. */
  readonly other: string | null;
  /** As typed, in lower case: email keys keep accents. */
  readonly written: string;
  readonly isLong: boolean;
}

/** A parsed search for customers. See docs/api.md, "Finding customers". */
interface IdentitySearch {
  /** Words that must all match. Short ones match only the start of a word, because they have no trigram for the index. */
  readonly words: readonly SearchWord[];
  /**
   * The digits of the whole text if it can be a phone: as typed, and in international form by the country of the site.
   * Without the plus, which people leave out.
   */
  readonly phones: readonly string[];
}

const LONG = 3;
const PHONE = /^[\s+0-9.\-/\u2010\u2011()[\]]+$/;
const MIN_DIGITS = 3;

/** Null for a blank text, which matches every customer. */
function readIdentitySearch(q: string, country: Country | null): IdentitySearch | null {
  const texts = new Set(
    q
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== ''),
  );
  if (texts.size === 0) return null;
  const words = [...texts].map((written) => {
    const text = plainText(written);
    return { text, other: otherSpelling(text), written, isLong: codePoints(text) >= LONG };
  });
  return { words, phones: digitsOf(q, country) };
}

function digitsOf(q: string, country: Country | null): string[] {
  if (!PHONE.test(q)) return [];
  const all = [phoneKey(q, null), phoneKey(q, country)].map((key) => key?.replaceAll('+', '') ?? '');
  return [...new Set(all)].filter((digits) => digits.length >= MIN_DIGITS);
}
