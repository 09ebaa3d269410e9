import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TicketDetail, TicketStatus } from '#contract/tickets.ts';

interface Post {
  readonly key: string;
  readonly text: string;
  readonly status: TicketStatus | undefined;
  readonly keepalive: boolean;
}

interface Sent {
  readonly idempotencyKey: string;
  readonly body: {
    readonly body: string;
    readonly status?: TicketStatus;
    readonly draft_call_id?: bigint;
    readonly draft_use?: string;
    readonly saved_reply_ids?: readonly bigint[];
  };
  readonly keepalive: boolean;
}

/** The service: it posts once for each Idempotency-Key. */
const service = vi.hoisted(() => ({
  calls: [] as unknown[],
  posted: new Map<string, string>(),
  answer: 'yes' as 'yes' | 'lost' | 'refused' | 'never',
}));

vi.mock(import('#src/api/write.ts'), async (original) => {
  const write = async (_row: unknown, { idempotencyKey: key, body, keepalive }: Sent) => {
    const { draft_call_id: draft, draft_use: use, saved_reply_ids: replies } = body;
    service.calls.push({ key, text: body.body, status: body.status, keepalive, draft, use, replies });
    // The class of the page that is open now.
    const { ApiFailure } = await import('#src/api/api-failure.ts');
    if (service.answer === 'refused') throw new ApiFailure('bad_request', 'not like this');
    service.posted.set(key, body.body);
    if (service.answer === 'lost') throw new ApiFailure('network', 'no answer');
    if (service.answer === 'never') await new Promise(() => undefined);
    const now = { ...TICKET, version: 2, status: body.status ?? TICKET.status };
    return { ...comment(body.body), ticket: now, undo_token: 'u' };
  };
  return { ...(await original()), write: write as never };
});

const TICKET: TicketDetail = {
  id: 9_007_199_254_740_993n,
  ticket_number: 1001,
  subject: 'Bent rim',
  status: 'open',
  priority: 'normal',
  channel: 'web',
  requester_name: null,
  requester_email: null,
  requester_phone: null,
  tags: null,
  version: 1,
  first_response_utc: null,
  resolved_utc: null,
  created_utc: '2026-11-20T08:28:00.000Z',
  customer_identity_id: null,
};
const OWNER = { siteId: '1', person: 'agent:2', label: 'Ann' };

function comment(body: string) {
  return { id: 5n, ticket_id: TICKET.id, body, visibility: 'public', channel: 'web' };
}

/** Its own properties are its items, as in a browser. */
class FakeStorage {
  [key: string]: unknown;
  getItem(key: string): unknown {
    return this[key] ?? null;
  }
  setItem(key: string, value: string): void {
    this[key] = value;
  }
  removeItem(key: string): void {
    delete this[key];
  }
}

const listeners = new Map<string, (event: unknown) => void>();

/** Loads the page as after a reload: of the one before, only what was stored is left. */
async function openPage() {
  vi.resetModules();
  listeners.clear();
  const [outgoing, drafts, session, undo] = [
    await import('./outgoing.ts'),
    await import('./drafts.ts'),
    await import('#src/session/session-store.ts'),
    await import('#src/undo/undo.ts'),
  ];
  session.sessionAtom.set({
    phase: 'in',
    session: { token: 't', baseUrl: '', kind: 'session', kept: false },
    owner: OWNER,
  });
  outgoing.resumeMessages(OWNER);
  const draft = drafts.openDraft(OWNER, TICKET.id, 'public');
  return {
    ...{ draft, undoLast: undo.undoLast },
    text: () => draft.state.get().text,
    waiting: () => outgoing.outgoingAtom.get().map(({ text, state }) => `${state} ${text}`),
    send(text: string, status: TicketStatus | null = null): void {
      if (text !== '') draft.type(text, null);
      outgoing.sendMessage(TICKET, draft, 'web', status);
    },
    leave: () => listeners.get('pagehide')?.({}),
  };
}

const calls = () => service.calls as readonly Post[];
const after = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { onLine: true, languages: ['en'] });
  vi.stubGlobal('localStorage', new FakeStorage());
  vi.stubGlobal('addEventListener', (name: string, run: (event: unknown) => void) => listeners.set(name, run));
  vi.stubGlobal('document', { querySelectorAll: () => [], body: null, getElementById: () => null });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  Object.assign(service, { calls: [], posted: new Map(), answer: 'yes' });
});

test('a message is sent once, five seconds later; until then undo puts its text back before newer text', async () => {
  const page = await openPage();
  page.send('Too soon');
  expect(page.text()).toBe('');
  await after(4);
  expect(page.waiting()).toEqual(['counting Too soon']);
  page.draft.type('newer', null);
  page.undoLast();
  expect(page.text()).toBe('Too soon\n\nnewer');
  await after(10);
  expect(calls()).toEqual([]);

  page.send('');
  await after(6);
  expect(calls()).toMatchObject([{ text: 'Too soon\n\nnewer', keepalive: false }]);
  expect(page.waiting()).toEqual([]);
  page.undoLast();
  await after(1);
  expect(calls()).toHaveLength(1);
  expect(page.text()).toBe('');
});

test('leaving the page sends at once; the next page sends what had no answer again, with the same key', async () => {
  const page = await openPage();
  page.send('On leaving', 'resolved');
  service.answer = 'never';
  page.leave();
  expect(calls()).toMatchObject([{ text: 'On leaving', status: 'resolved', keepalive: true }]);

  service.answer = 'yes';
  const next = await openPage();
  await after(1);
  expect(calls()).toHaveLength(2);
  expect(calls()[1]).toMatchObject({ key: calls()[0]?.key, text: 'On leaving', status: 'resolved' });
  expect(service.posted.size).toBe(1);
  expect(next.waiting()).toEqual([]);

  await openPage();
  await after(100);
  expect(calls()).toHaveLength(2);
});

test('a message of a page that crashed is sent by a later one, and not while its own page may still live', async () => {
  (await openPage()).send('Left behind');
  vi.clearAllTimers();
  await openPage();
  await after(1);
  expect(calls()).toEqual([]);
  vi.setSystemTime(Date.now() + 120_000);
  await openPage();
  await after(1);
  expect(calls()).toMatchObject([{ text: 'Left behind' }]);
});

test('a refused message is back in its draft with the reason, and is a new message when it is sent again', async () => {
  const page = await openPage();
  service.answer = 'refused';
  page.send('Refused');
  await after(6);
  expect(page.text()).toBe('Refused');
  expect(page.draft.state.get()).toMatchObject({ failure: { message: 'not like this' }, attempt: null });
  expect(page.waiting()).toEqual([]);
  service.answer = 'yes';
  page.send('');
  await after(6);
  expect([...service.posted.values()]).toEqual(['Refused']);
  expect(calls()[1]?.key).not.toBe(calls()[0]?.key);
});

test('a message whose answer was lost keeps its key in the draft, also over a reload, and is posted once', async () => {
  const page = await openPage();
  service.answer = 'lost';
  page.send('Once only');
  await after(6);
  expect(page.text()).toBe('Once only');

  service.answer = 'yes';
  const next = await openPage();
  expect(next.text()).toBe('Once only');
  next.send('');
  await after(6);
  expect(calls().map(({ key }) => key)).toEqual([calls()[0]?.key, calls()[0]?.key]);
  expect([...service.posted.values()]).toEqual(['Once only']);
  expect(next.text()).toBe('');

  service.answer = 'lost';
  next.send('Changed');
  await after(6);
  service.answer = 'yes';
  next.send('Changed since');
  await after(6);
  expect(calls()[3]?.key).not.toBe(calls()[2]?.key);
});

test('CP-11: a message says how it used the copilot’s draft, and which saved replies, also after a reload', async () => {
  const ai = { callId: '9007199254740995', text: 'Hello Maren', isInserted: true };
  const page = await openPage();
  page.draft.type('Hello Maren', null);
  page.draft.setAi(ai);
  page.draft.addSavedReply(9_007_199_254_740_997n);
  page.send('');
  page.undoLast();
  expect(page.draft.state.get().origin.ai).toEqual(ai);
  page.send('');
  service.answer = 'never';
  page.leave();
  const said = { draft: 9_007_199_254_740_995n, use: 'as_is', replies: [9_007_199_254_740_997n] };
  expect(calls()).toMatchObject([said]);
  service.answer = 'yes';
  await openPage();
  await after(1);
  expect(calls()).toMatchObject([said, said]);
});
