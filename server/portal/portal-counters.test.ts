import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { foldCounters } from '#server/counters/fold-counters.ts';
import { recountAll } from '#server/testing/recount.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';

const NOON = '2026-11-20T12:00:00.000Z';
let service: TestService;
let home: TestSite;

/** Links that expire within about 20 days of noon, every 7 hours and exactly at noon; some revoked, some opened. */
beforeAll(async () => {
  service = await startTestService({ now: NOON });
  for (const name of ['Other', 'Home']) {
    home = await service.createSite({ name });
    await service.database.owner.query(sql`
      insert into portal_token (site_id, id, requester_email, email_key, nonce, key_id, token_hash, issued_by, use_count,
        created_utc, expires_utc, revoked_utc)
      select ${home.site.id}, n, m.email, m.email, '', '', sha256((${name} || n)::bytea), 'Test', n % 13,
        ${NOON}::timestamptz - make_interval(hours => n * 5), ${NOON}::timestamptz + make_interval(hours => (n - 70) * 7),
        case when n % 9 = 0 then ${NOON}::timestamptz end
      from generate_series(1, 140) n, lateral (select 'a' || n || '@' || n % 3 || '.example' as email) m`);
  }
  await recountAll(service.database.owner);
});
afterAll(() => service.close());

async function list(query: Record<string, string>) {
  const answer = await service.call('GET', 'portal_tokens', { token: home.token, query: { ...query, limit: 1 } });
  return answer.json.data;
}

/** Counted from the links themselves. */
async function figures(now: string) {
  const soon = new Date(Date.parse(now) + 7 * 86_400_000).toISOString();
  const [row] = await service.database.owner.query(sql`
    select count(*) filter (where revoked_utc is null and expires_utc > ${now}::timestamptz)::integer as active,
      count(*) filter (where revoked_utc is null and expires_utc <= ${now}::timestamptz)::integer as expired,
      count(*) filter (where revoked_utc is not null)::integer as revoked,
      count(*) filter (where revoked_utc is null and expires_utc > ${now}::timestamptz and expires_utc <= ${soon}::timestamptz)::integer as expiring,
      count(*) filter (where use_count = 0)::integer as unused,
      count(*) filter (where use_count >= 10)::integer as many,
      count(*) filter (where use_count >= 3)::integer as some,
      count(*)::integer as total, sum(use_count)::integer as uses
    from portal_token where site_id = ${home.site.id}`);
  return row;
}

async function answered() {
  const { facets, total_count: total } = await list({ facets: '1' });
  const health = (await service.call('GET', 'health', { token: home.token })).json.data;
  const migrated = (await service.call('GET', 'migrate_status', { token: home.token })).json.data.portal_tokens;
  const count = async (query: Record<string, string>) => (await list(query)).total_count;
  const counts = {
    active: await count({ state: 'active' }),
    expired: await count({ state: 'expired' }),
    revoked: await count({ state: 'revoked' }),
    expiring: await count({ expiring_days: '7' }),
    unused: await count({ unused: '1' }),
    many: await count({ min_uses: '10' }),
    some: await count({ min_uses: '3' }),
    ...{ total, uses: health.portal_total_uses },
  };
  const { active, expired, revoked, expiring } = counts;
  expect({ ...facets.state, expiring: facets.expiring }).toEqual({ active, expired, revoked, expiring });
  expect(health.portal_active_tokens).toBe(active);
  expect(migrated).toEqual({
    ...{ active_tokens: active, expired_tokens: expired, revoked_tokens: revoked },
    total_uses: counts.uses,
  });
  return counts;
}

test.each([NOON, '2026-11-20T00:00:00.000Z', '2026-11-21T23:59:59.999Z', '2026-11-13T05:00:00.000Z'])(
  'counters at %s match the links, compacted or not',
  async (now) => {
    service.clock.set(now);
    expect(await answered()).toEqual(await figures(now));
    await foldCounters(service.database.owner, home.site.id);
    expect(await answered()).toEqual(await figures(now));
  },
);
