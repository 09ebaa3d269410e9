import type { Body } from '#contract/operation.ts';
import { listPortalTokens, type PortalTokenRecord, revokePortalTokens } from '#contract/portal.ts';
import { call } from '#src/api/call.ts';
import type { PortalSearch } from './search.ts';

/** An address or a domain whose links are revoked. */
export type Target = Pick<Body<typeof revokePortalTokens>, 'requester_email' | 'domain'>;

/** As many ids as the service takes in one call, and rows as it answers in one. */
const BLOCK = 1_000;
const PAGE = 200;

/** The links shown before revoking: these and no others, whatever comes meanwhile. */
export interface FoundLinks {
  /** Null where rows were chosen. */
  readonly target: Target | null;
  readonly rows: readonly PortalTokenRecord[];
}

/** Active links first, which is what revoking ends; expired ones are revoked with them. */
export function revocable(rows: readonly PortalTokenRecord[]): readonly PortalTokenRecord[] {
  const of = (state: string) => rows.filter((row) => row.state === state);
  return [...of('active'), ...of('expired')];
}

/** Every link that revoking would change now, with its state; nothing is revoked. */
export async function findLinks(target: Target): Promise<FoundLinks> {
  const { requester_email: email, domain } = target;
  const whose = domain === undefined ? { email } : { domain };
  const rows = new Map<bigint, PortalTokenRecord>();
  for (const state of ['active', 'expired'] as const) {
    let skip = 0;
    for (;;) {
      const query = { ...whose, state, order_by: 'expires' as const, limit: PAGE, skip };
      const { items, total_count: total } = await call(listPortalTokens, { query });
      for (const row of items) rows.set(row.id, row);
      skip += items.length;
      if (items.length === 0 || skip >= total) break;
    }
  }
  return { target, rows: revocable([...rows.values()]) };
}

/** The links that were shown, in as many calls as they take. */
export function blocksOf(ids: readonly bigint[]): bigint[][] {
  const blocks: bigint[][] = [];
  for (let at = 0; at < ids.length; at += BLOCK) blocks.push(ids.slice(at, at + BLOCK));
  return blocks;
}

/** How many links came to that address or domain since it was asked about; zero where the service does not say. */
export async function countNew(target: Target | null, shown: readonly bigint[]): Promise<number> {
  if (target === null) return 0;
  const known = new Set(shown);
  try {
    const { ids } = await call(revokePortalTokens, { body: { action: 'revoke', ...target, dry_run: true } });
    return ids.filter((id) => !known.has(id)).length;
  } catch {
    return 0;
  }
}

/** The list in which those stand first. */
export function listOf(target: Target | null): PortalSearch {
  const { requester_email: email, domain } = target ?? {};
  return {
    show: 'active',
    ...(email === undefined ? { q: domain === undefined ? undefined : `@${domain}` } : { email }),
  };
}
