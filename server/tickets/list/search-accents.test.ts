import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { expectSuccess } from '#server/testing/expect-answer.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';

const SPELLINGS = ['Schonfeld', 'schoenfeld', 'Schönfeld', 'SCHO\u0308NFELD'];
let service: TestService;
let home: TestSite;

beforeEach(async () => {
  service = await startTestService({ now: '2026-11-20T14:30:00.000Z' });
  home = await service.createSite();
});

afterEach(() => service.close());

async function call(method: string, resource: string, body: object) {
  const answer = await service.call(method, resource, { token: home.token, body });
  expectSuccess(answer);
  return answer.json.data;
}

async function count(resource: string, q: string): Promise<number> {
  const answer = await service.call('GET', resource, { token: home.token, query: { q } });
  expectSuccess(answer);
  return (answer.json.data ?? answer.json).total_count;
}

test('each spelling of a name finds tickets, customers and visitors with any spelling of it', async () => {
  for (const [index, name] of SPELLINGS.entries()) {
    const email = `n${index}@example.org`;
    await call('POST', 'tickets', { subject: 'Bell', requester_name: `Jörg ${name}`, requester_email: email });
    await call('POST', 'visitors', { visitor_key: `v${index}`, display_name: `Jörg ${name}` });
  }
  await call('POST', 'tickets', {
    subject: 'I should go',
    requester_name: 'Ida Gross',
    requester_email: 'i@example.org',
  });
  for (const q of [...SPELLINGS, 'joerg SCHONFELD', 'jorg schönfeld', 'Schönfeld Jörg', 'önfeld'])
    for (const resource of ['tickets', 'customer_identities', 'visitors'])
      expect(await count(resource, q), `${q} in ${resource}`).toBe(SPELLINGS.length);
  expect(await count('tickets', 'shoe')).toBe(0);
  expect(await count('tickets', 'groß')).toBe(1);
  expect(await count('customer_identities', 'groß')).toBe(1);
});

test('finds tags and handles with and without accents, also after the tag was renamed', async () => {
  const { id } = await call('POST', 'tickets', { subject: 'Request', requester_email: 'a@example.org' });
  await call('PATCH', 'ticket', { id, tags: 'Rückgabe,größe xl' });
  for (const q of ['Rückgabe', 'ruckgabe', 'rueckgabe', 'GROESSE', 'quest'])
    expect(await count('tickets', q), q).toBe(1);
  const tags = await service.call('GET', 'tags', { token: home.token });
  const [known] = tags.json.data.items.filter(({ name }: { name: string }) => name === 'Rückgabe');
  await call('PATCH', 'tags', { id: known.id, name: 'Rücksendung' });
  for (const q of ['Rücksendung', 'rucksendung', 'ruecksendung', 'quest', 'grosse'])
    expect(await count('tickets', q), q).toBe(1);
  expect(await count('tickets', 'ruckgabe')).toBe(0);
  const byTag = await service.call('GET', 'tickets', { token: home.token, query: { tag: 'größe XL' } });
  expect(byTag.json.total_count).toBe(1);
  await call('POST', 'bind_channel', {
    ...{ channel: 'instagram', external_user_id: '1', email: 'a@example.org', display_handle: '@müller.räder' },
  });
  for (const q of ['müller', 'mueller.raeder', 'muller.rader'])
    expect(await count('customer_identities', q), q).toBe(1);
});

test('finds an email with accents as a whole and in parts', async () => {
  await service.database.owner.query(sql`
    insert into customer_identity (site_id, id, email, email_key, first_seen_utc, last_seen_utc)
    values (${home.site.id}, 7, 'Jörg@example.org', 'jörg@example.org', ${'2026-11-20T00:00:00Z'}::timestamptz,
      ${'2026-11-20T00:00:00Z'}::timestamptz)`);
  for (const q of ['jörg@example.org', 'jörg', 'jorg@ex']) expect(await count('customer_identities', q), q).toBe(1);
});
