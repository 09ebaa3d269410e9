import { afterEach, beforeEach, expect, test } from 'vitest';
import { recountAll } from '#server/testing/recount.ts';
import { recordSample } from '#server/testing/sample-calls.ts';
import { sql } from '#server/db/db.ts';
import { expectSuccess } from '#server/testing/expect-answer.ts';
import { startTestService, type NewTestSite, type TestService, type TestSite } from '#server/testing/service.ts';

let service: TestService;

beforeEach(async () => {
  service = await startTestService({ now: '2026-11-20T14:30:00.000Z' });
});
afterEach(() => service.close());

const status = async ({ token }: TestSite) => {
  const answer = await service.call('GET', 'migrate_status', { token });
  expectSuccess(answer);
  return answer.json.data;
};

const NEVER = { imported_rows: 0, skipped_rows: 0, failed_rows: 0, run_count: 0, last_run_utc: null };
const unused = (channel: string) => ({ channel, bound_handles: 0, msg_inbound_month: 0, msg_outbound_month: 0 });

test('API-migrate_status-GET of a new site is zeros, with every field and every channel', async () => {
  expect(await status(await service.createSite())).toEqual({
    tickets: NEVER,
    articles: NEVER,
    macros: NEVER,
    portal_tokens: { active_tokens: 0, expired_tokens: 0, revoked_tokens: 0, total_uses: 0 },
    customer_identities: { total_identified: 0, with_email: 0, with_phone: 0 },
    channel_foundation: {
      total_bound_handles: 0,
      channels: ['whatsapp', 'messenger', 'instagram', 'sms', 'email'].map(unused),
    },
    ai_usage: { calls_month: 0, tokens_month: 0, cost_month_usd: 0, errors_month: 0, cache_hits_month: 0 },
  });
});

/** Three customers, four handles, and messages of this month, of the last month, and on a channel without handles. */
async function fill({ site }: TestSite): Promise<void> {
  const { owner } = service.database;
  await owner.query(sql`
    insert into customer_identity (site_id, id, email, email_key, phone, phone_key, first_seen_utc, last_seen_utc)
    select ${site.id}, u.id, u.email, u.email, u.phone, u.phone, ${'2026-11-01T00:00:00Z'}, ${'2026-11-01T00:00:00Z'}
    from (values (1, 'a@example.org', '+100001'), (2, 'b@example.org', null), (3, null, '+100003')) as u (id, email, phone)`);
  await owner.query(sql`
    insert into channel_binding (site_id, id, channel, external_user_id, identity_id, bound_utc)
    select ${site.id}, 10 + n, case n when 4 then 'email' else 'sms' end, 'h' || n, 1 + n % 3, ${'2026-11-01T00:00:00Z'}
    from generate_series(1, 4) n`);
  await owner.query(sql`
    insert into channel_message (site_id, id, channel, direction, created_utc)
    select ${site.id}, 20 + u.n, u.channel, u.direction, u.at::timestamptz
    from (values (1, 'sms', 'in', '2026-11-01T00:00:00Z'), (2, 'sms', 'in', '2026-11-20T14:30:00Z'),
      (3, 'sms', 'out', '2026-11-05T00:00:00Z'), (4, 'sms', 'in', '2026-10-31T23:59:59.999Z'),
      (5, 'whatsapp', 'out', '2026-11-05T00:00:00Z'), (6, 'web', 'in', '2026-11-05T00:00:00Z')) as u (n, channel, direction, at)`);
  await recountAll(owner);
}

test('API-migrate_status-GET counts customers, handles and messages of this UTC month by channel', async () => {
  const own = await service.createSite();
  await fill(own);
  await fill(await service.createSite({ name: 'Elsewhere' }));
  const { customer_identities, channel_foundation } = await status(own);
  expect(customer_identities).toEqual({ total_identified: 3, with_email: 2, with_phone: 2 });
  expect(channel_foundation).toEqual({
    total_bound_handles: 4,
    channels: [
      { ...unused('whatsapp'), msg_outbound_month: 1 },
      unused('messenger'),
      unused('instagram'),
      { channel: 'sms', bound_handles: 3, msg_inbound_month: 2, msg_outbound_month: 1 },
      { ...unused('email'), bound_handles: 1 },
    ],
  });
});

test.each([
  ['channels', 'channel_foundation', { total_bound_handles: 0, channels: [] }],
  [
    'ai_usage',
    'ai_usage',
    { calls_month: 0, tokens_month: 0, cost_month_usd: 0, errors_month: 0, cache_hits_month: 0 },
  ],
] as const)('API-migrate_status-GET without %s is zeros, whatever rows exist', async (feature, part, zeros) => {
  const request: NewTestSite = { undeployed: [feature] };
  const own = await service.createSite(request);
  await fill(own);
  expect((await status(own))[part]).toEqual(zeros);
  expect((await status(own)).customer_identities.total_identified).toBe(3);
});

test('API-migrate_status-GET adds up the runs of each kind', async () => {
  const own = await service.createSite();
  const { owner } = service.database;
  await owner.query(sql`
    insert into import_run (site_id, id, kind, imported_rows, skipped_rows, failed_rows, started_utc)
    select ${own.site.id}, u.* from (values (1, 'tickets', 5, 2, 1, ${'2026-11-01T00:00:00Z'}::timestamptz),
      (2, 'tickets', 7, 0, 0, ${'2026-11-02T10:00:00Z'}), (3, 'macros', 0, 0, 4, ${'2026-11-03T00:00:00Z'})) as u`);
  const { tickets, articles, macros } = await status(own);
  expect(tickets).toEqual({
    imported_rows: 12,
    skipped_rows: 2,
    failed_rows: 1,
    run_count: 2,
    last_run_utc: '2026-11-02T10:00:00.000Z',
  });
  expect(articles).toEqual(NEVER);
  expect(macros).toMatchObject({ failed_rows: 4, run_count: 1, last_run_utc: '2026-11-03T00:00:00.000Z' });
});

test('API-migrate_status-GET has the same figures of AI calls of this UTC month as ai_usage', async () => {
  const own = await service.createSite();
  for (const createdUtc of ['2026-10-31T23:59:59.999Z', '2026-11-01T00:00:00.000Z', '2026-11-20T14:30:00.000Z']) {
    await recordSample(service, own, { createdUtc });
  }
  await recordSample(service, own, { status: 'error', inputTokens: 0, outputTokens: 0 });
  await recordSample(service, own, { cacheHit: true });
  const { summary } = (await service.call('GET', 'ai_usage', { token: own.token })).json.data;
  const { calls_month, tokens_month, cost_month_usd, errors_month, cache_hits_month } = summary;
  const told = (await status(own)).ai_usage;
  expect(told).toEqual({ calls_month, tokens_month, cost_month_usd, errors_month, cache_hits_month });
  expect(told).toMatchObject({ calls_month: 4, errors_month: 1, cache_hits_month: 1 });
  expect(told.cost_month_usd).toBeGreaterThan(0);
});

test('API-migrate_status-GET counts portal tokens by present state, and the uses of all', async () => {
  const own = await service.createSite();
  await service.database.owner.query(sql`
    insert into portal_token (site_id, id, requester_email, email_key, nonce, key_id, token_hash, issued_by, use_count,
      created_utc, expires_utc, revoked_utc)
    select ${own.site.id}, u.id, 'a@example.org', 'a@example.org', '', '', sha256(u.id::text::bytea), 'test', u.uses,
      ${'2026-11-01T00:00:00Z'}, u.expires::timestamptz, u.revoked::timestamptz
    from (values (1, 4, '2026-11-20T14:30:00.001Z', null), (2, 5, '2026-11-20T14:30:00Z', null), (3, 6, '2026-11-02T00:00:00Z', null),
      (4, 7, '2026-12-01T00:00:00Z', '2026-11-05T00:00:00Z'), (5, 0, '2026-11-02T00:00:00Z', '2026-11-01T00:00:00Z'),
      (6, 0, '2026-12-01T00:00:00Z', '2026-11-05T00:00:00Z')) as u (id, uses, expires, revoked)`);
  await recountAll(service.database.owner);
  expect((await status(own)).portal_tokens).toEqual({
    active_tokens: 1,
    expired_tokens: 2,
    revoked_tokens: 3,
    total_uses: 22,
  });
});
