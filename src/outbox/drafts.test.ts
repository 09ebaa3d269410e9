import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Draft } from './drafts.ts';

const KEY = '1 agent:2 draft 7 public';
const STORED = `support-console:${KEY}`;

/** The content of local storage. */
const stored = new Map<string, string>();
let isFull = false;

beforeEach(() => {
  isFull = false;
  stored.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
      stored.set(key, value);
    },
    removeItem: (key: string) => stored.delete(key),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('a draft is stored with every letter and read again; an empty one is removed', () => {
  const draft = new Draft(KEY, 'public');
  draft.type('Hel', 9n);
  draft.type('Hello', 12n);
  draft.setChannel('sms');
  const again = new Draft(KEY, 'public').state.get();
  expect(again).toMatchObject({ text: 'Hello', channel: 'sms', seenId: '9' });
  expect(draft.take().text).toBe('Hello');
  expect(stored.has(STORED)).toBe(false);
});

test('a value of another form, or one older than 14 days, is removed', () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 1) });
  stored.set(STORED, '{"text":5}');
  expect(new Draft(KEY, 'public').state.get().text).toBe('');
  expect(stored.has(STORED)).toBe(false);
  new Draft(KEY, 'public').type('Old', null);
  vi.setSystemTime(Date.UTC(2026, 10, 14, 23));
  expect(new Draft(KEY, 'public').state.get().text).toBe('Old');
  vi.setSystemTime(Date.UTC(2026, 10, 15, 1));
  expect(new Draft(KEY, 'public').state.get().text).toBe('');
  expect(stored.has(STORED)).toBe(false);
});

test('text that comes back is put before newer text, and only the text that was tried keeps its key', () => {
  const attempt = { key: 'k', channel: null, version: 3, status: null };
  const content = { text: 'Sent', channel: null, seenId: '9', attempt, origin: { ai: null, savedReplyIds: [] } };
  const draft = new Draft(KEY, 'public');
  draft.putBack(content, { failure: 'no answer' });
  expect(draft.state.get()).toMatchObject({ text: 'Sent', attempt, failure: 'no answer' });
  draft.type('Sent!', null);
  expect(draft.state.get()).toMatchObject({ attempt: null, failure: null, seenId: '9' });
  draft.putBack(content);
  expect(draft.state.get()).toMatchObject({ text: 'Sent\n\nSent!', attempt: null });
});

test('CP-11: a draft of the copilot is offered until the text is sent, and an emptied text holds none of it', () => {
  const ai = { callId: '9007199254740993', text: 'Hello', isInserted: true };
  const draft = new Draft(KEY, 'public');
  draft.setAi({ ...ai, isInserted: false });
  draft.type('Hello', null);
  draft.setAi(ai);
  draft.addSavedReply(3n);
  draft.addSavedReply(3n);
  expect(new Draft(KEY, 'public').state.get().origin).toEqual({ ai, savedReplyIds: ['3'] });
  draft.type('', null);
  expect(draft.state.get().origin).toEqual({ ai: { ...ai, isInserted: false }, savedReplyIds: [] });
  draft.type('Own', null);
  const content = draft.take({ isDiscarded: true });
  expect(draft.state.get().origin.ai).toEqual({ ...ai, isInserted: false });
  draft.putBack(content);
  expect(draft.take().origin.ai?.callId).toBe(ai.callId);
  expect(draft.state.get().origin.ai).toBeNull();
});

test('a draft that was stored before drafts had an origin is read', () => {
  const { origin: _none, ...old } = { text: 'Old', channel: null, savedAtMs: Date.now(), attempt: null, origin: 0 };
  stored.set(STORED, JSON.stringify(old));
  expect(new Draft(KEY, 'public').state.get()).toMatchObject({ text: 'Old', origin: { ai: null, savedReplyIds: [] } });
});

test('a letter of another tab replaces the text, and sending there empties it', () => {
  const [here, there] = [new Draft(KEY, 'public'), new Draft(KEY, 'public')];
  there.type('From there', null);
  here.reload();
  expect(here.state.get()).toMatchObject({ text: 'From there' });
  there.take();
  here.reload();
  expect(here.state.get()).toMatchObject({ text: '' });
});

test('a draft that the browser refuses to store says so, and leaving the page asks', async () => {
  vi.resetModules();
  const { openDraft } = await import('./drafts.ts');
  const listeners = new Map<string, (event: unknown) => void>();
  vi.stubGlobal('addEventListener', (name: string, run: (event: unknown) => void) => listeners.set(name, run));
  isFull = true;
  const draft = openDraft({ siteId: '1', person: 'agent:2' }, 7n, 'public');
  draft.type('Only here', null);
  expect(draft.state.get()).toMatchObject({ text: 'Only here', isStored: false });
  const preventDefault = vi.fn<() => void>();
  listeners.get('beforeunload')?.({ preventDefault });
  expect(preventDefault).toHaveBeenCalledOnce();
  draft.take();
  listeners.get('beforeunload')?.({ preventDefault });
  expect(preventDefault).toHaveBeenCalledOnce();
});
