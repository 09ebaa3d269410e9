import { expect, test } from 'vitest';
import type { Message } from './outbox-store.ts';
import { Outbox } from './outbox.ts';

const message = (key: string, change: Partial<Message> = {}): Message => ({
  key,
  owner: { siteId: '1', person: 'token:2' },
  ticketId: 1n,
  number: 1001,
  kind: 'public',
  text: key,
  channel: null,
  status: null,
  before: 'open',
  version: 3,
  dueMs: 5_000,
  isTried: false,
  ...change,
});

/** An outbox whose time and network the test has. */
function start({ isOpen = true } = {}) {
  let nowMs = 0;
  const timers = new Set<{ atMs: number; run: () => void }>();
  const kept = new Map<string, Message>();
  const sent: string[] = [];
  const refused: string[] = [];
  let shown: readonly unknown[] = [];
  const answers: { resolve: () => void; reject: (error: unknown) => void }[] = [];
  const outbox = new Outbox({
    nowMs: () => nowMs,
    after: (ms, run) => {
      const timer = { atMs: nowMs + ms, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    prepare: (one) => ({ ...one, version: 9 }),
    post: (one) => {
      sent.push(`${one.key} ${one.version}`);
      return new Promise((resolve, reject) => answers.push({ resolve, reject }));
    },
    retryAfterMs: (error) => (error === 'no network' ? 5_000 : null),
    refuse: ({ key }) => refused.push(key),
    keep: (one) => kept.set(one.key, one),
    drop: ({ key }) => kept.delete(key),
    move: (_from, to) => kept.set(to.key, to),
    show: (messages) => void (shown = messages.map(({ status }) => status)),
  });
  if (isOpen) outbox.open();
  /** What is due by then runs, in its order, and with it what that led to. */
  const pass = async (ms: number) => {
    nowMs += ms;
    for (const timer of [...timers].toSorted((a, b) => a.atMs - b.atMs)) {
      if (timer.atMs > nowMs || !timers.delete(timer)) continue;
      timer.run();
    }
    await settle();
  };
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  const answer = async () => {
    answers.shift()?.resolve();
    await settle();
  };
  const fail = async (error: unknown) => {
    answers.shift()?.reject(error);
    await settle();
  };
  return { outbox, shown: () => shown, kept, sent, refused, pass, answer, fail };
}

test('IN-38: a message goes when its time is over, once, and is kept until it is answered', async () => {
  const { outbox, kept, sent, pass, answer } = start();
  outbox.add(message('a'));
  outbox.add(message('a'));
  await pass(4_999);
  expect(sent).toEqual([]);
  await pass(1);
  expect(sent).toEqual(['a 9']);
  expect(kept.get('a')).toMatchObject({ isTried: true, version: 9 });
  await answer();
  await pass(60_000);
  expect(sent).toEqual(['a 9']);
  expect(kept.size).toBe(0);
});

test('IN-38: what was taken back is never sent, and what is on its way is not taken back', async () => {
  const { outbox, kept, sent, pass } = start();
  outbox.add(message('a'));
  expect(outbox.take('a')).toMatchObject({ text: 'a' });
  expect(kept.size).toBe(0);
  await pass(10_000);
  expect(sent).toEqual([]);
  outbox.add(message('b', { dueMs: 0 }));
  expect(sent).toEqual(['b 9']);
  expect(outbox.take('b')).toBeNull();
});

test('IN-38: messages of one ticket go in their order, and no other ticket waits for them', async () => {
  const { outbox, sent, pass, answer } = start();
  outbox.add(message('a', { dueMs: 30_000 }));
  outbox.add(message('b', { dueMs: 5_000 }));
  outbox.add(message('other', { ticketId: 2n }));
  await pass(5_000);
  expect(sent).toEqual(['other 9']);
  outbox.sendNow('b');
  expect(sent).toEqual(['other 9', 'a 9']);
  await answer();
  await answer();
  expect(sent).toEqual(['other 9', 'a 9', 'b 9']);
});

test('IN-38: what an earlier page left goes before what is written on this one', async () => {
  const { outbox, sent, pass, answer } = start({ isOpen: false });
  outbox.add(message('new', { dueMs: 0 }));
  outbox.sendNow();
  expect(sent).toEqual([]);
  outbox.add(message('kept', { dueMs: 0 }), true);
  outbox.add(message('kept later', { dueMs: 0 }), true);
  outbox.open();
  for (const _ of '123') await answer();
  await pass(60_000);
  expect(sent).toEqual(['kept 9', 'kept later 9', 'new 9']);
});

test('IN-38: one that another tab leaves while a message is on its way waits for it, and goes once', async () => {
  const { outbox, sent, answer } = start();
  outbox.add(message('new', { dueMs: 0 }));
  outbox.add(message('left', { dueMs: 0 }), true);
  expect(sent).toEqual(['new 9']);
  await answer();
  await answer();
  expect(sent).toEqual(['new 9', 'left 9']);
});

test('IN-38: without a network it waits, is tried again as it was, and goes with the next connection', async () => {
  const { outbox, sent, refused, pass, fail, answer } = start();
  outbox.add(message('a', { dueMs: 0 }));
  outbox.add(message('b', { dueMs: 0 }));
  await fail('no network');
  expect(sent).toEqual(['a 9']);
  await pass(4_000);
  expect(sent).toEqual(['a 9']);
  outbox.retry();
  await fail('no network');
  await pass(5_000);
  await answer();
  expect(sent).toEqual(['a 9', 'a 9', 'a 9', 'b 9']);
  expect(refused).toEqual([]);
});

test('IN-38: what the service refuses goes back to its writer, and the next one goes on', async () => {
  const { outbox, kept, sent, refused, fail } = start();
  outbox.add(message('a', { dueMs: 0 }));
  outbox.add(message('b', { dueMs: 0 }));
  await fail('changed by another person');
  expect(refused).toEqual(['a']);
  expect(sent).toEqual(['a 9', 'b 9']);
  expect([...kept.keys()]).toEqual(['b']);
});

test('IN-38: a status that is chosen later is not overwritten by a message that waits', async () => {
  const { outbox, kept } = start();
  outbox.add(message('a', { status: 'resolved' }));
  outbox.leaveStatus(1n, {});
  expect(kept.get('a')?.status).toBeNull();
});

test('IN-38: a status that is chosen while a message is on its way goes behind it, and is the one on show', async () => {
  const { outbox, kept, pass, shown, answer } = start();
  const pending = {};
  outbox.add(message('a', { status: 'resolved' }));
  await pass(5_000);
  outbox.leaveStatus(1n, { status: 'resolved' });
  expect(shown()).toEqual(['resolved']);
  outbox.leaveStatus(1n, pending);
  expect([kept.get('a')?.status, shown()]).toEqual(['resolved', [null]]);
  expect(outbox.takeStatus(1n, pending)).toBeNull();
  expect(shown()).toEqual(['resolved']);
  outbox.leaveStatus(1n, pending);
  await answer();
  // It has been set.
  expect(outbox.takeStatus(1n, pending)).toBeNull();
});

test('IN-38: a message that waits sets its status again once the later choice is taken back, and no other', () => {
  const { outbox, kept } = start();
  const [pending, open] = [{}, {}];
  outbox.add(message('a', { status: 'resolved' }));
  outbox.leaveStatus(1n, pending);
  outbox.leaveStatus(1n, open);
  outbox.takeStatus(1n, open);
  outbox.takeStatus(2n, pending);
  expect(kept.get('a')?.status).toBeNull();
  outbox.takeStatus(1n, pending);
  expect(kept.get('a')?.status).toBe('resolved');
});

test('IN-38: the status that a message was sent without is told once the later choice is taken back', async () => {
  const { outbox, pass, answer } = start();
  const [pending, closed] = [{}, {}];
  outbox.add(message('a', { status: 'resolved' }));
  outbox.leaveStatus(1n, pending);
  await pass(5_000);
  await answer();
  outbox.add(message('b', { status: 'open', dueMs: 10_000 }));
  outbox.leaveStatus(1n, closed);
  await pass(5_000);
  // It is on its way.
  expect(outbox.takeStatus(1n, closed)).toBe('open');
  expect(outbox.takeStatus(1n, closed)).toBeNull();
  expect(outbox.takeStatus(1n, pending)).toBe('resolved');
  expect(outbox.takeStatus(1n, pending)).toBeNull();
});

test('IN-38: after a sign-out nothing is sent any more', async () => {
  const { outbox, sent, pass } = start();
  outbox.add(message('a'));
  outbox.clear();
  await pass(60_000);
  expect(sent).toEqual([]);
});
