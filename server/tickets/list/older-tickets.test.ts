import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { SILENT_LOG } from '#server/db/engine.ts';
import { migrate, MIGRATIONS } from '#server/db/migrate.ts';
import { openPglite } from '#server/db/pglite.ts';
import { openPostgres } from '#server/db/postgres.ts';
import { createTestDatabase } from '#server/testing/database.ts';

const NOW = new Date('2026-11-20T14:30:00Z');
const at = (minute: number) => `2026-11-20T10:${String(minute).padStart(2, '0')}:00.000Z`;

interface Case {
  readonly comments?: readonly (readonly [author: string, minute: number, visibility?: string])[];
  readonly firstResponse?: number;
  /** Since which minute of the hour the customer waits. */
  readonly unanswered: number | null;
}

/** Each ticket is made at 10:00. */
const CASES: readonly Case[] = [
  { unanswered: 0 },
  { comments: [['customer', 0]], unanswered: 0 },
  { comments: [['agent', 5]], firstResponse: 5, unanswered: null },
  { comments: [['agent', 5, 'internal']], unanswered: 0 },
  { comments: [['ai', 5]], unanswered: 0 },
  {
    comments: [
      ['agent', 5],
      ['customer', 7],
      ['customer', 9],
    ],
    firstResponse: 5,
    unanswered: 9,
  },
  {
    comments: [
      ['customer', 7],
      ['agent', 7],
    ],
    firstResponse: 7,
    unanswered: null,
  },
  {
    comments: [
      ['agent', 5],
      ['customer', 7],
      ['customer', 9, 'internal'],
    ],
    firstResponse: 5,
    unanswered: 7,
  },
  { firstResponse: 5, unanswered: null },
  { comments: [['customer', 7]], firstResponse: 5, unanswered: 7 },
];

test('IN-35: tickets of an older version wait since what nobody answered', async () => {
  const folder = await mkdtemp(path.join(inject('testFolder'), 'older-'));
  const migrations = path.join(folder, 'migrations');
  await cp(MIGRATIONS, migrations, { recursive: true });
  for (const name of await readdir(migrations)) if (name >= '0048') await rm(path.join(migrations, name));
  const engine =
    inject('engine') === 'pglite'
      ? await openPglite({ dataDir: path.join(folder, 'data'), durable: false, log: SILENT_LOG })
      : openPostgres(await createTestDatabase(), SILENT_LOG);
  await migrate(engine, NOW, { folder: migrations });
  const { owner } = engine.database;
  await owner.query(sql`insert into site (name, created_utc) values ('Old', ${NOW})`);
  await owner.query(sql`select create_site_sequences(id) from site`);
  for (const [index, { comments = [], firstResponse }] of CASES.entries()) {
    await owner.query(sql`
      insert into ticket (site_id, id, ticket_number, subject, status, priority, channel, created_utc, updated_utc,
        first_response_utc, search_text)
      select s.id, ${index + 1}::bigint, ${index + 1}::integer, 'Bell', 'resolved', 'normal', 'web', ${at(0)}::timestamptz,
        ${at(0)}::timestamptz, ${firstResponse === undefined ? null : at(firstResponse)}::timestamptz, '' from site s`);
    for (const [author, minute, visibility = 'public'] of comments) {
      await owner.query(sql`
        insert into ticket_comment (site_id, id, ticket_id, author_kind, visibility, channel, body, created_utc)
        select s.id, next_id(s.id), ${index + 1}::bigint, ${author}, ${visibility}, 'web', 'Text', ${at(minute)}::timestamptz
        from site s`);
    }
  }
  expect(await migrate(engine, NOW)).toContain('0048_reply_due');
  const rows = await owner.query<{ unanswered_utc: string | null }>(sql`select unanswered_utc from ticket order by id`);
  expect(rows.map(({ unanswered_utc: since }) => since)).toEqual(
    CASES.map(({ unanswered }) => (unanswered === null ? null : at(unanswered))),
  );
  await engine.database.close();
}, 180_000);
