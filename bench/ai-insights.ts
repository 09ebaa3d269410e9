/**
 * One `GET ai_insights` over 100,000 messages of visitors in 90 days,, against bare SQL that groups the
 * same messages by their first 80 characters as they are. Both take turns.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from '#server/db/db.ts';
import { fillSite } from './fill-site.ts';
import { median, time } from './measure.ts';
import { openService, serviceEnv } from './open-service.ts';
import { withPostgres } from './with-postgres.ts';
import { vacuum } from './vacuum.ts';

const MESSAGES = 100_000;
const ROUNDS = 7;

async function compare(engine: string, folder: string, databaseUrl: string | null): Promise<void> {
  const { siteId, token } = await fillSite(folder, 1, serviceEnv(databaseUrl));
  const now = new Date();
  const service = await openService({ folder, databaseUrl, token, now: () => now });
  const { database } = service;
  try {
    const at = now.toISOString();
    await database.owner.query(sql`
      insert into chat_session (site_id, id, session_id, channel, started_utc)
      values (${siteId}, 1000000, 'bench', 'web', ${at})`);
    // Twenty thousand texts, the last of which are asked most often.
    await database.owner.query(sql`
      insert into chat_message (site_id, id, session_id, role, text, created_utc)
      select ${siteId}, 1000000 + n, 'bench', 'visitor',
        'Where is my order ' || floor(sqrt(n::float * 4000)) || ' that I have been waiting for since last week?',
        ${at}::timestamptz - make_interval(mins => n % 128000)
      from generate_series(1, ${MESSAGES}::integer) n`);
    await vacuum(database.owner, 'chat_message');
    const ours = async () => {
      const payload = await service.send('GET', 'ai_insights&days=90');
      if (!payload.includes('"top_questions":[{')) throw new Error(payload.slice(0, 300));
    };
    const bare = () =>
      database.owner.query(sql`
        select left(text, 80) as label, count(*)::integer as count from chat_message
        where site_id = ${siteId} and role = 'visitor' and created_utc >= ${at}::timestamptz - interval '90 days'
        group by 1 order by 2 desc limit 10`);
    const rounds: { ours: number; bare: number }[] = [];
    for (let round = -2; round < ROUNDS; round += 1) {
      const took = { ours: await time(ours), bare: await time(bare) };
      if (round >= 0) rounds.push(took);
    }
    const [oursMs, bareMs] = [median(rounds.map((round) => round.ours)), median(rounds.map((round) => round.bare))];
    const ratio = median(rounds.map((round) => round.ours / round.bare));
    console.log(
      `ai_insights over ${MESSAGES} messages on ${engine}: ${oursMs.toFixed(0)} ms, ` +
        `${ratio.toFixed(1)} times bare SQL without the comparing of spellings (${bareMs.toFixed(0)} ms)`,
    );
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
