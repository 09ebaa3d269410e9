import { mintPortalToken, revokeOnePortalToken } from '#server/portal/portal-token.ts';
import { openPortalSession } from '#server/portal/portal-session.ts';
import { amountOf, type DemoScene } from '#server/demo/plan/demo-scene.ts';
import { Random } from '#server/demo/random.ts';
import { DEMO_ACTOR } from '#server/demo/write-silently.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Issued how many days ago, for how many days, how often opened, and whether it was revoked since. */
const KINDS = [
  { ago: [2, 12], days: 30, uses: [1, 5], isRevoked: false },
  { ago: [1, 20], days: 60, uses: [0, 0], isRevoked: false },
  { ago: [40, 110], days: 14, uses: [0, 4], isRevoked: false },
  { ago: [15, 60], days: 90, uses: [0, 3], isRevoked: true },
  { ago: [23, 27], days: 30, uses: [1, 3], isRevoked: false },
  { ago: [30, 90], days: 365, uses: [11, 40], isRevoked: false },
] as const;

/** Portal links of customers: used, unused, expired, revoked, about to expire. */
export async function seedPortalLinks(scene: DemoScene): Promise<void> {
  const { database, site, keys, now, seed, tickets } = scene;
  const random = new Random(seed ^ 0x9047);
  const emails = [...new Set(tickets.slice(-400).flatMap(({ planned }) => planned.person.email ?? []))];
  const count = Math.min(amountOf(scene, 0.008, 2 * KINDS.length), emails.length);
  for (let index = 0; index < count; index += 1) {
    const { ago, days, uses, isRevoked } = KINDS[index % KINDS.length] ?? KINDS[0];
    const [email = ''] = emails.splice(random.integer(0, emails.length - 1), 1);
    const madeAt = Math.round(now.getTime() - random.integer(ago[0], ago[1]) * DAY - random.next() * 6 * HOUR);
    const endsAt = Math.min(now.getTime(), madeAt + days * DAY);
    // Opened in the first days, and revoked after that.
    const openings = Array.from(
      { length: random.integer(uses[0], uses[1]) },
      () => madeAt + random.next() * (endsAt - madeAt) * 0.6,
    );
    const revokedAt = madeAt + (endsAt - madeAt) * 0.8;
    const body = { requester_email: email, expiry_days: days };
    const call = { site, body, keys, actor: DEMO_ACTOR, config: { publicUrl: '' }, isSilent: true };
    const { id, token } = await database
      .forSite(site.id)
      .transaction((db) => mintPortalToken({ ...call, db, now: new Date(madeAt) }));
    for (const at of openings.toSorted((a, b) => a - b)) {
      await openPortalSession({ database, keys, now: new Date(at), lookUp: (_, read) => read() }, { token });
    }
    const context = { actor: DEMO_ACTOR, now: new Date(revokedAt), isSilent: true };
    if (isRevoked) await database.forSite(site.id).transaction((db) => revokeOnePortalToken(db, site, id, context));
  }
}
