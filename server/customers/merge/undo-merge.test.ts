import { afterEach, beforeEach, expect, test } from 'vitest';
import { CustomerDesk } from '#server/testing/customer-desk.ts';
import { expectError } from '#server/testing/expect-answer.ts';
import { removeOldMergeUndo } from './receipt.ts';

const desk = new CustomerDesk();
beforeEach(desk.open);
afterEach(desk.close);

const MAREN = 'maren@example.com';
const WINTER = 'm.winter@example.org';

async function two(): Promise<[bigint, bigint]> {
  return [await desk.customer({ email: MAREN }), await desk.customer({ email: WINTER, display_name: 'Maren Winter' })];
}

/** The survivor has only a phone, so it takes the other's email and name. */
async function withoutEmail(): Promise<[bigint, bigint]> {
  return [
    await desk.customer({ phone: '+49 30 901820' }),
    await desk.customer({ email: WINTER, display_name: 'Maren Winter' }),
  ];
}

test('ID-10: later rows stay with the survivor and are listed; moved rows that still exist go back', async () => {
  const [survivor, merged] = await two();
  const old = await desk.ticket(WINTER);
  await desk.bind(merged, 'whatsapp', '+4915155501884');
  await desk.bind(merged, 'messenger', 'gone');
  const third = await desk.customer({ email: 'third@example.com' });
  const made = await desk.merge(survivor, merged);
  const late = await desk.ticket(WINTER);
  await desk.bind(third, 'whatsapp', '+4915155501884');
  const call = { token: desk.home.token, query: { channel: 'messenger', external_user_id: 'gone' } };
  await desk.service.call('DELETE', 'bind_channel', call);
  const undone = await desk.undo(made.id);
  expect(undone).toMatchObject({
    undone_utc: '2026-11-20T14:30:00.000Z',
    restored: { tickets: 1, handles: 0, links: 0, sessions: 0, visitors: 0, notes: 0 },
    identity: { id: Number(survivor), ticket_count: 1, display_name: null },
  });
  expect(undone.kept.toSorted((a: { label: string }, b: { label: string }) => (a.label < b.label ? -1 : 1))).toEqual([
    { kind: 'ticket', id: String(late.id), label: `${late.ticket_number} Of ${WINTER}` },
    { kind: 'handle', id: expect.any(String), label: 'messenger gone' },
    { kind: 'handle', id: expect.any(String), label: 'whatsapp +4915155501884' },
  ]);
  expect(await desk.whois({ email: WINTER })).toMatchObject({ id: Number(merged), ticket_count: 1, merged_from: [] });
  expect((await desk.get('ticket', { id: old.id })).customer_identity_id).toBe(Number(merged));
  expect((await desk.get('ticket', { id: late.id })).customer_identity_id).toBe(Number(survivor));
  expect((await desk.whois({ identity_id: third })).channels).toHaveLength(1);
  // The handle that the merge created from the email is deleted.
  expect((await desk.whois({ identity_id: survivor })).channels).toEqual([]);
  expect((await desk.ticket(WINTER)).customer_identity_id).toBe(Number(merged));
  const again = await desk.tryUndo(made.id);
  expectError(again, 'conflict');
  expect(again.json.error.message).toBe('This merge was already undone');
  expect((await desk.get('audit_log', { action: 'customer.unmerge' })).items).toHaveLength(1);
});

test('fields changed since the merge stay and are listed', async () => {
  const [survivor, merged] = await withoutEmail();
  const made = await desk.merge(survivor, merged);
  expect(made.identity).toMatchObject({ email: WINTER, display_name: 'Maren Winter' });
  const corrected = { id: survivor, display_name: 'Maren W.' };
  await desk.send('PATCH', 'customer', corrected);
  const undone = await desk.undo(made.id);
  expect(undone.kept).toMatchObject([{ kind: 'display_name', id: String(survivor), label: 'Maren W.' }]);
  expect(await desk.whois({ identity_id: survivor })).toMatchObject({ email: null, display_name: 'Maren W.' });
  expect(await desk.whois({ identity_id: merged })).toMatchObject({ email: WINTER, display_name: 'Maren Winter' });
});

test('an email that another customer has now stays there, and the merged customer is restored without it', async () => {
  const [survivor, merged] = await withoutEmail();
  const made = await desk.merge(survivor, merged);
  await desk.send('PATCH', 'customer', { id: survivor, email: 'new@example.com' });
  // The emails are only aliases now.
  const { database } = desk.service;
  await database
    .forSite(desk.home.site.id)
    .query({ text: 'delete from customer_alias where kind = $1', values: ['email'] });
  const newcomer = BigInt((await desk.ticket(WINTER)).customer_identity_id);
  expect(newcomer).not.toBe(survivor);
  const undone = await desk.undo(made.id);
  expect(undone.kept).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'email', id: String(survivor), label: 'new@example.com' }),
      expect.objectContaining({ kind: 'email', id: String(newcomer), label: WINTER }),
    ]),
  );
  expect(await desk.whois({ identity_id: merged })).toMatchObject({ id: Number(merged), email: null, phone: null });
});

test('merges are undone one by one, last first', async () => {
  const [b, a] = await two();
  const c = await desk.customer({ email: 'c@example.com' });
  const first = await desk.merge(b, a);
  const second = await desk.merge(c, b);
  const early = await desk.tryUndo(first.id);
  expectError(early, 'conflict');
  expect(early.json.error.message).toBe(`Customer ${b} was merged into ${c} since. Undo that merge first`);
  await desk.undo(second.id);
  expect(await desk.whois({ identity_id: a })).toMatchObject({ id: Number(b), merged_from: [Number(a)] });
  expect(await desk.whoisId({ email: WINTER })).toBe(b);
  await desk.undo(first.id);
  expect(await desk.whoisId({ email: WINTER })).toBe(a);
  expect(await desk.whois({ identity_id: c })).toMatchObject({ merged_from: [], channels: [] });
});

test('a merge of 30 days ago can be undone, an older one cannot', async () => {
  const [survivor, merged] = await two();
  const made = await desk.merge(survivor, merged);
  const { clock, database } = desk.service;
  clock.set('2026-12-20T14:30:00.001Z');
  expectError(await desk.tryUndo(made.id), 'conflict');
  clock.set('2026-12-20T14:30:00.000Z');
  await removeOldMergeUndo(database.forSite(desk.home.site.id), desk.home.site, clock.now());
  await desk.undo(made.id);
  const again = await desk.merge(survivor, merged);
  clock.set('2027-01-20T14:30:00.000Z');
  await removeOldMergeUndo(database.forSite(desk.home.site.id), desk.home.site, clock.now());
  expect(await database.owner.query({ text: 'select merge_id from customer_merge_undo', values: [] })).toEqual([]);
  expectError(await desk.tryUndo(again.id), 'conflict');
});

test('the survivor is blocked if either of the two was, until the undo', async () => {
  const [survivor, merged] = await two();
  await desk.send('PATCH', 'customer', { id: merged, blocked: true });
  const made = await desk.merge(survivor, merged);
  expect((await desk.whois({ identity_id: survivor })).blocked_utc).toBe('2026-11-20T14:30:00.000Z');
  await desk.undo(made.id);
  expect((await desk.whois({ identity_id: survivor })).blocked_utc).toBeNull();
  expect((await desk.whois({ identity_id: merged })).blocked_utc).toBe('2026-11-20T14:30:00.000Z');
});

test('dismissals of the merged customer become the survivor’s, until the merge is undone', async () => {
  const [survivor, merged] = await two();
  const other = await desk.customer({ email: WINTER.replace('@', '+bike@') });
  await desk.post('customer_duplicates', { identities: [merged, other], dismissed: true });
  const { id } = await desk.merge(survivor, merged);
  const listed = async (query: Record<string, number>) =>
    (await desk.get('customer_duplicates', query)).items.map(({ identities }: { identities: number[] }) => identities);
  expect(await listed({})).toEqual([]);
  expect(await listed({ dismissed: 1 })).toEqual([[Number(survivor), Number(other)]]);
  await desk.undo(id);
  expect(await listed({})).toEqual([]);
  expect(await listed({ dismissed: 1 })).toEqual([[Number(merged), Number(other)]]);
});

test('of concurrent undos of a merge, one wins', async () => {
  const [survivor, merged] = await two();
  const { id } = await desk.merge(survivor, merged);
  const answers = await Promise.all(Array.from({ length: 5 }, () => desk.tryUndo(id)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const answer of answers) if (answer.status !== 200) expectError(answer, 'conflict');
});
