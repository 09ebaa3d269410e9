import { nameKey } from '#contract/folded-text.ts';
import type { Db } from '#server/db/db.ts';
import { findNewestNames } from './name-rarity.sql.ts';

/** The names of so many customers say well enough how common a word is. */
const SAMPLE = 20_000;

/** How often each first and last word of a name is borne in a site. */
export interface NameCounts {
  readonly first: ReadonlyMap<string, number>;
  readonly last: ReadonlyMap<string, number>;
  /** Names that were counted, and customers that there are. */
  readonly counted: number;
  readonly customers: number;
}

export async function countNames(db: Db, siteId: bigint): Promise<NameCounts> {
  const { names, customers } = await findNewestNames(db, siteId, SAMPLE);
  return namesCounted(names, customers);
}

/** @param names as people write them */
export function namesCounted(names: readonly string[], customers: number): NameCounts {
  const first = new Map<string, number>();
  const last = new Map<string, number>();
  for (const name of names) {
    const [begin, end] = endsOf(name);
    first.set(begin, (first.get(begin) ?? 0) + 1);
    last.set(end, (last.get(end) ?? 0) + 1);
  }
  return { first, last, counted: names.length, customers };
}

/**
 * From 1 to 100: how likely two of this name are one person. Were first and last words dealt out at random, so many others
 * would have both by chance; the more there are of those, the less one name says. Formula: docs/api.md, "Duplicates".
 */
export function nameScore(name: string, { first, last, counted, customers }: NameCounts): number {
  if (counted === 0) return 100;
  const [begin, end] = endsOf(name);
  // The two themselves are no sign that the words are common.
  const [withFirst, withLast] = [first.get(begin) ?? 0, last.get(end) ?? 0].map((n) => Math.max(0, n - 2));
  const byChance = ((withFirst ?? 0) * (withLast ?? 0) * customers) / counted ** 2;
  return Math.max(1, Math.round(100 / (1 + byChance)));
}

function endsOf(name: string): [string, string] {
  const words = nameKey(name)?.split(' ') ?? [];
  return [words[0] ?? '', words.at(-1) ?? ''];
}
