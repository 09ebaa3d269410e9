import { STRENGTHS } from '#contract/customer-merges.ts';
import type { Database, Db } from '#server/db/db.ts';
import { retryConflicts } from '#server/db/retry-conflicts.ts';
import type { ContactSite } from '#server/operation/call.ts';
import { findEvidence, keysOf, strengthOf, type ComparedCustomer } from './compare-customers.ts';
import {
  findCompared,
  findGroups,
  findSitesToCompare,
  lockPairs,
  replaceKeys,
  replacePairs,
  dequeueCustomers,
  type KeyRow,
  type PairRow,
} from './pairs.sql.ts';

/** A value that more customers share is no evidence, such as the phone of a switchboard. */
const MAX_GROUP = 10;
/** Customers per transaction. */
const BATCH = 1_000;
/** API calls compare customers queued by single writes. Longer queue entries, from imports, wait for the background. */
const MAX_ENTRY_OF_CALL = 50;

/** 23503: a customer was deleted while it was compared. */
const CUSTOMER_DELETED = ['23503'];

/** Compares queued customers with all others of the site and stores the pairs. Returns how many it took; 0 if none were queued. */
export function compareChanged(
  db: Db,
  site: ContactSite,
  { isInBackground }: { readonly isInBackground: boolean },
): Promise<number> {
  return retryConflicts(
    db,
    async (db) => {
      await lockPairs(db, site.id);
      const maxEntry = isInBackground ? null : MAX_ENTRY_OF_CALL;
      const ids = await dequeueCustomers(db, site.id, { limit: BATCH, maxEntry });
      if (ids.length > 0) await comparePairs(db, site, ids);
      return ids.length;
    },
    CUSTOMER_DELETED,
  );
}

/** Batches of one site before the next site has its turn. */
const BATCHES_PER_TURN = 20;

/**
 * Compares all queued customers, site by site. Returns whether more are queued.
 * @param isWanted returning false stops between two batches
 */
export async function compareAllChanged(
  database: Pick<Database, 'owner' | 'forSite'>,
  isWanted: () => boolean = () => true,
): Promise<boolean> {
  let isMore = false;
  for (const site of await findSitesToCompare(database.owner)) {
    let taken = BATCH;
    for (let batch = 0; batch < BATCHES_PER_TURN && taken > 0 && isWanted(); batch += 1)
      taken = await compareChanged(database.forSite(site.id), site, { isInBackground: true });
    isMore ||= taken > 0;
  }
  return isMore;
}

async function comparePairs(db: Db, site: ContactSite, ids: readonly bigint[]): Promise<void> {
  const changed = await findCompared(db, site.id, ids);
  const keys: KeyRow[] = changed.flatMap((one) =>
    keysOf(one, site.country).map((hash) => ({ hash, identity_id: one.id })),
  );
  await replaceKeys(db, site.id, ids, keys);
  const groups = await findGroups(db, site.id, [...new Set(keys.map(({ hash }) => hash))], MAX_GROUP + 1);
  const tooCommon = groups.filter((group) => group.ids.length > MAX_GROUP).map(({ hash }) => hash);
  const shared = groups.filter((group) => group.ids.length <= MAX_GROUP);
  const known = new Map(changed.map((one) => [one.id, one]));
  const others = new Set(shared.flatMap((group) => group.ids).filter((id) => !known.has(id)));
  for (const other of await findCompared(db, site.id, [...others])) known.set(other.id, other);
  const pairs = findPairs(shared, new Set(ids), known, site.country);
  await replacePairs(db, site.id, { ids, tooCommon }, pairs);
}

function findPairs(
  groups: readonly { readonly hash: bigint; readonly ids: readonly bigint[] }[],
  changed: ReadonlySet<bigint>,
  known: ReadonlyMap<bigint, ComparedCustomer>,
  country: ContactSite['country'],
): PairRow[] {
  const hashes = new Map<string, bigint[]>();
  for (const { hash, ids } of groups)
    for (const [index, one] of ids.entries())
      for (const other of ids.slice(index + 1)) {
        if (!changed.has(one) && !changed.has(other)) continue;
        const key = one < other ? `${one} ${other}` : `${other} ${one}`;
        hashes.set(key, [...(hashes.get(key) ?? []), hash]);
      }
  return [...hashes].flatMap(([key, shared]) => {
    const [low, high] = key.split(' ').map((id) => known.get(BigInt(id)));
    if (low === undefined || high === undefined) return [];
    const evidence = findEvidence(low, high, country);
    const strength = strengthOf(evidence);
    if (strength === null) return [];
    const [hash] = shared;
    return [
      {
        ...{ lowId: low.id, highId: high.id, evidence },
        strength: STRENGTHS.indexOf(strength),
        tickets: low.ticket_count + high.ticket_count,
        onlyHash: shared.length === 1 && hash !== undefined ? hash : null,
      },
    ];
  });
}
