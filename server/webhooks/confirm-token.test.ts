import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { startWebhookSite, type WebhookSite } from '#server/testing/webhook-site.ts';

let home: WebhookSite;
let session: string;

beforeEach(async () => {
  home = await startWebhookSite();
  session = (await home.service.call('POST', 'sessions', { token: home.token, body: {} })).json.data.token;
});
afterEach(() => home.close());

const create = (body: Record<string, unknown>, token = session) =>
  home.service.call('POST', 'webhook_subscriptions', {
    token,
    body: { url: home.receiver.url, events: ['ticket.created'], ...body },
  });
const change = (body: Record<string, unknown>, token = session) =>
  home.service.call('PATCH', 'webhook_subscriptions', { token, body });
const confirm = () => ({ confirm_token: home.token });
const refusals = () =>
  home.service.database.owner.query(sql`
    select object_id, changes from audit_log where action = 'token.confirm' and outcome = 'refused' order by id`);

test('API-webhook_subscriptions-POST with personal data, a browser session has to confirm its API token', async () => {
  const other = await home.service.issueToken(home.site);
  for (const wrong of [{}, { confirm_token: 'canary' }, { confirm_token: other.token }, { confirm_token: session }]) {
    const answer = await create({ include_pii: true, ...wrong });
    expectError(answer, 'insufficient_scope');
    expect(answer.json.error.message).toContain('confirm_token');
  }
  expect((await home.call('GET', 'webhook_subscriptions')).json.data.total_count).toBe(0);
  const line = {
    object_id: home.tokenId.toString(),
    changes: [{ field: 'resource', from: null, to: 'webhook_subscriptions' }],
  };
  expect(await refusals()).toEqual([line, line, line]);

  expect((await create({ include_pii: true, ...confirm() })).json.data.include_pii).toBe(true);
  // Without personal data no confirmation is needed, and an API token never needs one.
  expectSuccess(await create({}));
  expectSuccess(await create({ include_pii: false }));
  expectSuccess(await create({ include_pii: true }, home.token));
  expect(await refusals()).toHaveLength(3);
});

/** Changes by a session, and whether they send more personal data or take a new secret. */
const CHANGES: readonly (readonly [had: boolean, patch: Record<string, unknown>, isAsked: boolean])[] = [
  [false, { include_pii: true }, true],
  [false, { include_pii: false }, false],
  [false, { url: 'elsewhere', events: ['*'], enabled: false, description: 'd' }, false],
  [true, { url: 'elsewhere' }, true],
  [true, { url: 'elsewhere', include_pii: false }, false],
  [true, { events: ['*'] }, true],
  [true, { events: ['ticket.created', 'csat.submitted'] }, true],
  [true, { events: ['ticket.created'] }, false],
  [true, { enabled: false }, false],
  [true, { description: 'd' }, false],
  [true, { include_pii: false }, false],
  [true, { include_pii: true }, true],
  [true, { rotate_secret: true }, true],
  [false, { rotate_secret: true, overlap_hours: 0 }, true],
];

for (const [had, patch, isAsked] of CHANGES) {
  const what = `${JSON.stringify(patch)} of one ${had ? 'with' : 'without'} personal data`;
  test(`API-webhook_subscriptions-PATCH by a browser session, ${what}: ${isAsked ? 'asked' : 'not asked'}`, async () => {
    const id = (await create({ include_pii: had }, home.token)).json.data.id;
    const body = { id, ...patch, ...(patch['url'] === undefined ? {} : { url: `${home.receiver.url}elsewhere` }) };
    const before = await home.subscription(id);
    if (isAsked) {
      expectError(await change(body), 'insufficient_scope');
      expectError(await change({ ...body, confirm_token: 'canary' }), 'insufficient_scope');
      expect(await home.subscription(id)).toEqual(before);
      expect(await refusals()).toHaveLength(1);
    }
    expectSuccess(await change(isAsked ? { ...body, ...confirm() } : body));
    // An API token needs no confirmation.
    expectSuccess(await change({ id, include_pii: true, url: home.receiver.url }, home.token));
  });
}

test('the confirming API token is in no row and no log line', async () => {
  const id = (await create({ include_pii: true, ...confirm() })).json.data.id;
  await change({ id, include_pii: true, ...confirm() });
  const other = await home.service.issueToken(home.site);
  await change({ id, include_pii: true, confirm_token: other.token });
  const stored = await home.service.database.owner.query<{ all: string | null }>(sql`
    select string_agg(w::text, ' ') as all from webhook_subscription w
    union all select string_agg(a::text, ' ') from audit_log a
    union all select string_agg(i::text, ' ') from idempotency_record i`);
  for (const { all } of stored) {
    for (const raw of [home.token, other.token]) expect(all ?? '').not.toContain(raw.slice(14));
  }
});
