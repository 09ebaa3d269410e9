/**
 * One `POST tickets_bulk` that changes 1,000 tickets by filter,, against a bare update of the same rows
 * through the same database. Both take turns, and each turn moves the tickets to the other priority.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from '#server/db/db.ts';
import { fillSite } from './fill-site.ts';
import { median, time } from './measure.ts';
import { openService, serviceEnv } from './open-service.ts';
import { withPostgres } from './with-postgres.ts';

const GOAL_MS = 2_000;
const TICKETS = 1_000;
const ROUNDS = 9;
const TAG = 'bench-thousand';

async function compare(engine: string, folder: string, databaseUrl: string | null): Promise<void> {
  const { siteId, token } = await fillSite(folder, 5_000, serviceEnv(databaseUrl));
  const service = await openService({ folder, databaseUrl, token });
  const { database } = service;
  try {
    // Marked by hand, so that the filter finds exactly these among all.
    await database.owner.query(sql`
      update ticket set tags = tags || ${TAG}::text, tag_keys = tag_keys || ${TAG}::text,
        search_text = search_text || ' ' || ${TAG}::text, priority = 'normal'
      where site_id = ${siteId} and id in (select id from ticket where site_id = ${siteId} order by id limit ${TICKETS})`);
    await database.owner.query({ text: 'analyze ticket', values: [] });
    const ours = async (priority: string) => {
      const payload = await service.send('POST', 'tickets_bulk', { filter: { tag: TAG }, patch: { priority } });
      if (!payload.includes(`"changed":${TICKETS},`)) throw new Error(payload.slice(0, 300));
    };
    const bare = (priority: string) =>
      database.forSite(BigInt(siteId)).query(sql`
        update ticket set priority = ${priority}, version = version + 1, updated_utc = ${new Date().toISOString()}
        where site_id = ${siteId} and tag_keys @> array[${TAG}]::text[]`);
    const rounds: { ours: number; bare: number }[] = [];
    for (let round = -2; round < ROUNDS; round += 1) {
      const took = { ours: await time(() => ours('high')), bare: await time(() => bare('low')) };
      if (round >= 0) rounds.push(took);
    }
    const [oursMs, bareMs] = [median(rounds.map((round) => round.ours)), median(rounds.map((round) => round.bare))];
    const ratio = median(rounds.map((round) => round.ours / round.bare));
    console.log(
      `tickets_bulk of ${TICKETS} by filter on ${engine}: ${oursMs.toFixed(0)} ms (goal ${GOAL_MS}), ` +
        `${ratio.toFixed(1)} times a bare update of the same rows (${bareMs.toFixed(0)} ms)`,
    );
    if (oursMs > GOAL_MS) process.exitCode = 1;
  } finally {
    await service.close();
  }
}

const folder = await mkdtemp(join(tmpdir(), 'support-console-bench-'));
try {
  await withPostgres((url) => compare('PostgreSQL', join(folder, 'postgres'), url));
} finally {
  await rm(folder, { recursive: true, force: true });
}
