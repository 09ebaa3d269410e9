import { sql, type Db } from '#server/db/db.ts';
import { vacuum } from './vacuum.ts';

/** Words planted in the messages, for searches to find. */
export const PLANTED = {
  /** In 10 messages, beside each other. */
  rare: 'sprocket zeppelin',
  /** In one of 100 tickets. */
  seldom: 'quokka',
  /** In every ticket, in one of 3 messages or so. */
  frequent: 'warranty',
  /** In none. */
  none: 'xylophone',
} as const;

const POOL = 20_000;
const LETTERS = 'etaoinshrdlucmfwypvbgk';
/** Tickets by one statement. */
const STEP = 50_000;

/** The same words each time, some more often than others. */
function makePool(): readonly string[] {
  let state = 7;
  const next = (below: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  const word = () => Array.from({ length: 3 + next(7) }, () => LETTERS[Math.min(next(22), next(22))] ?? '').join('');
  const words = Array.from({ length: 8_000 }, word);
  const text = () => Array.from({ length: 44 }, () => words[Math.min(next(8_000), next(8_000))] ?? '').join(' ');
  return Array.from({ length: POOL }, text);
}

/**
 * Three to six messages of 300 characters for each ticket from `firstId` on, by set-based SQL; the index of words is made
 * after them. @returns how long making the index took, in ms
 */
export async function loadMessages(owner: Db, siteId: number, firstId: number, tickets: number): Promise<number> {
  await owner.query({
    text: 'create table if not exists bench_pool (n integer primary key, body text not null)',
    values: [],
  });
  await owner.query(sql`insert into bench_pool
    select n, body from unnest(${makePool()}::text[]) with ordinality as p (body, n) on conflict do nothing`);
  await owner.query({ text: 'drop index if exists ticket_comment_search', values: [] });
  for (let from = 0; from < tickets; from += STEP) {
    await owner.transaction(async (db) => {
      await db.query({ text: `set local session_replication_role = 'replica'`, values: [] });
      await db.query(sql`
        insert into ticket_comment (site_id, id, ticket_id, author_kind, author_name, visibility, channel, body, created_utc)
        select t.site_id, 10000000 + (t.id - ${firstId}::bigint) * 6 + m, t.id, case when m % 2 = 0 then 'customer' else 'agent' end,
          'Anna', case when m = 5 then 'internal' else 'public' end, t.channel,
          p.body || case when (t.id + m) % 3 = 0 then ${` ${PLANTED.frequent}`}::text else '' end ||
            case when t.id % 100 = 3 and m = 1 then ${` ${PLANTED.seldom}`}::text else '' end ||
            case when t.id % (${tickets}::bigint / 10) = 5 and m = 2 then ${` ${PLANTED.rare}`}::text else '' end || ' ' || t.id,
          t.created_utc + make_interval(mins => m)
        from ticket t
        cross join lateral generate_series(0, 2 + (t.id % 4)::integer) m
        join bench_pool p on p.n = 1 + (t.id * 31 + m * 7919) % ${POOL}::integer
        where t.site_id = ${siteId} and t.id between ${firstId + from} and ${firstId + Math.min(from + STEP, tickets) - 1}`);
    });
  }
  const startedMs = performance.now();
  await owner.transaction(async (db) => {
    await db.query({ text: `set local maintenance_work_mem = '512MB'`, values: [] });
    await db.query({
      text: 'create index ticket_comment_search on ticket_comment using gin (site_id, body collate "C" gin_trgm_ops)',
      values: [],
    });
  });
  const tookMs = performance.now() - startedMs;
  await vacuum(owner, 'ticket_comment');
  return tookMs;
}
