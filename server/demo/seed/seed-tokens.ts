import { issueToken } from '#server/tokens/issue-token.ts';
import { revokeToken } from '#server/tokens/revoke-token.ts';
import type { DemoScene } from '#server/demo/plan/demo-scene.ts';
import { findTokenIds, updateTokenStory } from '#server/demo/demo.sql.ts';
import { DEMO_ACTOR } from '#server/demo/write-silently.ts';
import { DEMO_SPENDERS } from '#server/demo/plan/plan-story-calls.ts';

const DAY = 86_400_000;

interface Issued {
  readonly label: string;
  readonly scopes: readonly string[];
  readonly ago: number;
  readonly days: number;
  readonly calls: number;
  /** Days since the last call. */
  readonly usedAgo: number;
  /** Belongs to the first agent. */
  readonly isOfAgent?: boolean;
  readonly revokedAgo?: number;
}

/** Issued some days ago for some days. */
const TOKENS: readonly Issued[] = [
  { label: 'Wall display', scopes: ['read'], ago: 200, days: 365, calls: 96_431, usedAgo: 104 },
  {
    label: DEMO_SPENDERS.widget,
    scopes: ['read', 'ingest:write'],
    ago: 180,
    days: 365,
    calls: 412_870,
    usedAgo: 0.001,
  },
  {
    label: DEMO_SPENDERS.leads,
    scopes: ['read', 'tickets:write', 'ai:invoke', 'ai_limits:write'],
    ago: 150,
    days: 365,
    calls: 18_204,
    usedAgo: 0.1,
  },
  {
    label: DEMO_SPENDERS.agent,
    scopes: ['read', 'tickets:write', 'ai:invoke', 'ai_limits:write'],
    ago: 90,
    days: 365,
    calls: 7_352,
    usedAgo: 1.2,
    isOfAgent: true,
  },
  {
    label: 'Nightly import',
    scopes: ['read', 'ingest:write', 'channels:write'],
    ago: 87,
    days: 90,
    calls: 6_118,
    usedAgo: 0.4,
  },
  { label: 'Old shop system', scopes: ['*'], ago: 300, days: 365, calls: 41_090, usedAgo: 121, revokedAgo: 120 },
];
export const DEMO_TOKEN_LABELS = TOKENS.map(({ label }) => label);

/**
 * Further API tokens, so that their list has content: read-only, of an agent, of a widget, about to expire, unused for
 * long, revoked. No one has them. Answers their ids by label.
 */
export async function seedTokens({
  database,
  site,
  now,
  agents,
  tickets,
}: DemoScene): Promise<ReadonlyMap<string, bigint>> {
  const { owner } = database;
  const ids = await findTokenIds(owner, site.id);
  if (tickets.length === 0) return ids;
  for (const { label, scopes, ago, days, calls, usedAgo, isOfAgent = false, revokedAgo } of TOKENS) {
    if (ids.has(label)) continue;
    const agentId = isOfAgent ? (agents[0]?.id ?? null) : null;
    const context = (daysAgo: number) => ({ actor: DEMO_ACTOR, now: new Date(now.getTime() - daysAgo * DAY) });
    const { tokenId } = await issueToken(owner, site.id, { label, scopes, expiresDays: days, agentId }, context(ago));
    ids.set(label, tokenId);
    await updateTokenStory(owner, site.id, { id: tokenId, calls, last: context(usedAgo).now });
    if (revokedAgo !== undefined) await revokeToken(owner, site, tokenId, context(revokedAgo));
  }
  return ids;
}
