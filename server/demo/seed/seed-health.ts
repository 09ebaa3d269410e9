import { CHANNELS } from '#contract/customers.ts';
import type { HealthSnapshot } from '#contract/health-overview.ts';
import { SELF_TESTS } from '#contract/self-tests.ts';
import { hasAiUsage } from '#server/ai/ai-limits.ts';
import { isWithinHours } from '#server/calendar/business-hours.ts';
import { findPastHealth } from '#server/demo/past-health.sql.ts';
import type { DemoScene } from '#server/demo/plan/demo-scene.ts';
import { Random } from '#server/demo/random.ts';
import { hasChannels, readHealth } from '#server/health/health.ts';
import { readSnapshot, storeSnapshots } from '#server/health/snapshots.ts';
import { storeSelfTest } from '#server/health/self-tests.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const SNAPSHOT_HOURS = 35 * 24;
/** The service takes them at the start of every minute. */
const AFTER_FULL_HOUR = 20_000;
const SELF_TEST_DAYS = 12;
/** Days ago on which the storage of channels did not answer. */
const BROKEN_DAY = 6;

/** Snapshots of the last weeks, the newest by the service itself, and a morning's self-tests of the last days. */
export async function seedHealth(scene: DemoScene): Promise<void> {
  const { database, site, now, tickets } = scene;
  if (tickets.length === 0) return;
  await database.forSite(site.id).transaction(async (db) => {
    const { health, hours } = await readHealth(db, site, now);
    const hour = Math.floor(now.getTime() / HOUR) * HOUR;
    const instants = Array.from({ length: SNAPSHOT_HOURS }, (_, index) =>
      new Date(hour - (SNAPSHOT_HOURS - index) * HOUR + AFTER_FULL_HOUR).toISOString(),
    );
    const channels = hasChannels(site) ? [...CHANNELS] : [];
    const past = await findPastHealth(db, site.id, { instants, channels });
    const snapshots = past.map(({ at_utc, channels, ...figures }): HealthSnapshot => ({
      ...health,
      ...figures,
      as_of_utc: at_utc,
      is_now_within_business_hours: isWithinHours(hours, new Date(at_utc)),
      channels: channels.flatMap(({ last_inbound_utc: last, ...channel }) =>
        last === null ? [] : [{ ...channel, last_inbound_utc: new Date(last).toISOString() }],
      ),
    }));
    await storeSnapshots(db, site, [...snapshots, await readSnapshot(db, site, now)]);
    await seedSelfTests(scene, db);
  });
}

async function seedSelfTests({ seed, site, now }: DemoScene, db: Parameters<typeof storeSelfTest>[0]): Promise<void> {
  const random = new Random(seed ^ 0x5e1f);
  const isDeployed = { ai_usage: hasAiUsage(site), channel_foundation: hasChannels(site) };
  const morning = Math.floor(now.getTime() / DAY) * DAY + 6 * HOUR;
  for (let ago = SELF_TEST_DAYS; ago >= 0; ago -= 1) {
    const at = new Date(morning - ago * DAY + random.integer(0, 40) * MINUTE);
    for (const name of SELF_TESTS) {
      const isBroken = ago === BROKEN_DAY && name === 'channel_foundation';
      const round_trip_ms = isBroken ? random.integer(4_000, 5_000) : random.integer(3, 19);
      const error = isBroken ? 'the database refused a statement (code 57014)' : null;
      if (isDeployed[name] && at < now)
        await storeSelfTest(db, site, { name, ok: !isBroken, round_trip_ms, error }, at);
    }
  }
}
