import { revokePortalTokens } from '#contract/portal.ts';
import type { Body } from '#contract/operation.ts';
import { call } from '#src/api/call.ts';
import type { PortalSearch } from '../search.ts';

/** What was typed or chosen. */
export type Target = Pick<Body<typeof revokePortalTokens>, 'ids' | 'requester_email' | 'domain'>;

/** As many as the service takes in one call. */
const BLOCK = 1_000;

/** Which links that names now; nothing is revoked. */
export async function findLinks(target: Target): Promise<readonly bigint[]> {
  const blocks = target.ids === undefined ? [target] : blocksOf(target.ids).map((ids) => ({ ids }));
  const found: bigint[] = [];
  for (const block of blocks) {
    const { ids } = await call(revokePortalTokens, { body: { action: 'revoke', ...block, dry_run: true } });
    found.push(...ids);
  }
  return found;
}

/** The links that were shown, in as many calls as they take. */
export function blocksOf(ids: readonly bigint[]): bigint[][] {
  const blocks: bigint[][] = [];
  for (let at = 0; at < ids.length; at += BLOCK) blocks.push(ids.slice(at, at + BLOCK));
  return blocks;
}

/** How many links came to that address or domain since it was asked about; zero where the service does not say. */
export async function countNew(target: Target, shown: readonly bigint[]): Promise<number> {
  if (target.ids !== undefined) return 0;
  const known = new Set(shown);
  try {
    return (await findLinks(target)).filter((id) => !known.has(id)).length;
  } catch {
    return 0;
  }
}

/** The list in which those stand first. */
export function listOf({ requester_email: email, domain }: Target): PortalSearch {
  return { show: 'active', ...(email === undefined ? { q: `@${domain}` } : { email }) };
}
