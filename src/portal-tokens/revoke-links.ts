import type { Body } from '#contract/operation.ts';
import { listPortalTokens, revokePortalTokens, type PortalTokenRecord } from '#contract/portal.ts';
import { isEmail, isIdText } from '#contract/scalars.ts';
import { call } from '#src/api/call.ts';
import { messages } from './messages.ts';
import type { PortalSearch } from './search.ts';

/** Initial state of the dialog that revokes. */
export type RevokeAsked =
  | { readonly kind: TargetKind; readonly text: string }
  | { readonly kind: 'selected'; readonly ids: readonly bigint[] };

export const TARGET_KINDS = ['id', 'email', 'domain'] as const;
export type TargetKind = (typeof TARGET_KINDS)[number];

/** The typed text as it is sent; null where it names nothing. */
export function readTarget(kind: TargetKind, typed: string): string | null {
  const text = typed.trim();
  const value = kind === 'domain' ? text.replace(/^@/, '') : kind === 'id' ? text.replace(/^#/, '') : text;
  const isRight = kind === 'id' ? isIdText(value) : isEmail(kind === 'domain' ? `x@${value}` : value);
  return isRight ? value : null;
}

/** Why the typed text is refused, in words. */
export function problemOf(kind: TargetKind, typed: string): string | undefined {
  return readTarget(kind, typed) === null ? messages.revoke.problem[kind] : undefined;
}

/** The typed text or the choice. */
export type Target = Pick<Body<typeof revokePortalTokens>, 'ids' | 'requester_email' | 'domain'>;

/** As many as the service takes in one call. */
const BLOCK = 1_000;

const SHOWN = 5;

/** The links shown before revoking: these and no others, whatever comes meanwhile. */
export interface FoundLinks {
  readonly target: Target;
  readonly ids: readonly bigint[];
  /** The first few, to be recognised. */
  readonly first: readonly PortalTokenRecord[];
}

/** Which links that names now; nothing is revoked. */
export async function findLinks(target: Target): Promise<FoundLinks> {
  const ids = await idsOf(target);
  if (target.ids !== undefined) return { target, ids, first: [] };
  const { requester_email: email, domain } = target;
  const { items } = await call(listPortalTokens, {
    query: { limit: 50, ...(domain === undefined ? { email } : { domain }) },
  });
  const going = new Set(ids);
  return { target, ids, first: items.filter(({ id }) => going.has(id)).slice(0, SHOWN) };
}

async function idsOf(target: Target): Promise<readonly bigint[]> {
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
    return (await idsOf(target)).filter((id) => !known.has(id)).length;
  } catch {
    return 0;
  }
}

/** The list in which those stand first. */
export function listOf({ requester_email: email, domain }: Target): PortalSearch {
  return { show: 'active', ...(email === undefined ? { q: `@${domain}` } : { email }) };
}
