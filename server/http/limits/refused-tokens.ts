import { outsideActor } from '#server/audit/outside-actor.ts';
import type { Database } from '#server/db/db.ts';
import { recordAudit } from '#server/audit/record-audit.ts';
import type { LiveToken } from '#server/tokens/live-token.ts';

/** Calls with a revoked, expired or idle token, counted and written to the site's audit log once a minute. */
export class RefusedTokens {
  #counts = new Map<bigint, { readonly token: LiveToken; network: string | null; count: number }>();

  count(token: LiveToken, network: string | null): void {
    const known = this.#counts.get(token.id);
    if (known === undefined) this.#counts.set(token.id, { token, network, count: 1 });
    else known.count += 1;
  }

  async flush(database: Database, now: Date): Promise<void> {
    const counts = this.#counts;
    this.#counts = new Map();
    for (const { token, network, count } of counts.values()) {
      await recordAudit(
        database.forSite(token.site.id),
        token.site,
        {
          action: 'token.refused',
          objectType: 'api_token',
          objectId: token.id.toString(),
          changes: [{ field: 'calls', from: null, to: count }],
          outcome: 'refused',
        },
        {
          now,
          actor: { ...outsideActor('system', token.label), tokenId: token.id, tokenPrefix: token.prefix, network },
        },
      );
    }
  }
}
