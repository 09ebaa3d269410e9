import type { TicketDetail, TicketStatus } from '#contract/tickets.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { queryClient } from '#src/api/query-client.ts';
import { onReconnect } from '#src/browser/offline.ts';
import { randomId } from '#src/browser/random-id.ts';
import {
  dropMessage,
  followOutbox,
  forgetMessages,
  isStillKept,
  keepForReload,
  keepMessage,
  type Message,
  moveMessage,
  readMessages,
} from '#src/outbox/outbox-store.ts';
import { Outbox } from '#src/outbox/outbox.ts';
import { outgoingActs, outgoingAtom, type Outgoing } from '#src/outbox/outgoing.ts';
import { isSameOwner } from '#src/session/owner.ts';
import { sessionOwner, sessionState, subscribeToSession } from '#src/session/session-store.ts';
import { onHandOver, reportUnsent } from '#src/session/unsent-work.ts';
import { outgoingStatuses } from '#src/ticket-edit/update/change-store.ts';
import { onOwnChange } from '#src/ticket-edit/update/own-changes.ts';
import { focusComposer } from '#src/ticket-edit/compose-keys.ts';
import { messages as ticketMessages } from '#src/ticket-edit/messages.ts';
import { ticketOpener } from '#src/ticket-edit/open-ticket.ts';
import { changeTicket, sendInTurn } from '#src/ticket-edit/update/change-ticket.ts';
import { newestOwnVersion } from '#src/ticket-edit/update/own-writes.ts';
import { cachedTicket } from '#src/ticket-edit/update/save-ticket.ts';
import { undoSubjectOf } from '#src/ticket-edit/update/undone-ticket.ts';
import { ticketOptions } from '#src/tickets/ticket-query.ts';
import { preferencesNow } from '#src/ui/preferences.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { beginUndo, dropUndo, noteOnOffer, offerUndo, settleUndo } from '#src/undo/undo.ts';
import { type DraftSession, openDraft, type Taken, type Trouble } from './draft-session.ts';
import { messages } from './messages.ts';
import { lastChannelOf, loadTicket, notifySent, postComment } from './send-comment.ts';

const RETRY_MS = 5_000;
const TICK_MS = 200;

/** The tickets as they were when their messages were sent, for what a refusal shows. */
const sentFrom = new Map<string, TicketDetail>();
const firstTries = new Map<string, Message>();
/** Of those that go at once with a status: the place of its way back, since the key. */
const begun = new Map<string, ReturnType<typeof beginUndo>>();
let ticker: ReturnType<typeof setInterval> | undefined;
let isStarted = false;

const outbox = new Outbox({
  nowMs: Date.now,
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  prepare,
  post,
  retryAfterMs,
  refuse: (message, error) => void refuse(message, error),
  keep: (message) => void keepMessage(message),
  move: (from, to) => void moveMessage(from, to),
  drop: (message) => void dropMessage(message).then(() => releaseMessage(message.key)),
  show,
});

/**
 * Takes the words out of a draft: they are sent when the time to take them back is over, by this page or a later one.
 * @param channel null: the service chooses, or what is known by then
 */
export function sendMessage(
  ticket: TicketDetail,
  draft: DraftSession,
  channel: string | null,
  status: TicketStatus | null,
): void {
  const owner = sessionOwner();
  if (owner === null) return;
  const { kind } = draft;
  const { text, seenId, attempt } = draft.take();
  // A try that may have arrived is repeated as it was: it cannot be posted twice.
  const tried = attempt !== null && attempt.status === status ? attempt : null;
  const seconds = preferencesNow().undoSendSeconds;
  const message: Message = {
    key: tried?.key ?? randomId(),
    owner: { siteId: owner.siteId, person: owner.person },
    ticketId: ticket.id,
    number: ticket.ticket_number,
    kind,
    text,
    channel: tried === null ? channel : tried.channel,
    status,
    before: ticket.status,
    // A note takes nothing from anybody; only what it changes does.
    version:
      tried === null ? (kind === 'internal' && status === null ? null : (ticket.version ?? null)) : tried.version,
    ...(seenId === undefined ? {} : { seenId }),
    dueMs: Date.now() + seconds * 1000,
    isTried: tried !== null,
  };
  sentFrom.set(message.key, ticket);
  void holdMessage(message.key, async () => true);
  outbox.add(message);
  if (seconds > 0) offer(message);
  else if (status !== null) begun.set(message.key, beginUndo());
}

/** Its place on the stack of undo and its toast, from the press on. */
function offer(message: Message): void {
  const { key, ticketId, number, kind, dueMs } = message;
  offerUndo({
    key,
    text: messages.outgoing[kind](String(number)),
    subject: undoSubjectOf(ticketId),
    stayMs: Math.max(0, dueMs - Date.now()),
    also: { label: messages.sendNow, run: () => outbox.sendNow(key) },
    isAtOnce: true,
    undo: async () => ({ state: takeBack(key) ? 'undone' : 'kept' }),
  });
  tick();
  ticker ??= setInterval(tick, TICK_MS);
}

function tick(): void {
  const counting = outgoingAtom.get().filter(({ state }) => state === 'counting');
  for (const { key, dueMs } of counting)
    noteOnOffer(key, messages.goesIn(Math.max(0, Math.ceil((dueMs - Date.now()) / 1000))));
  if (counting.length > 0) return;
  clearInterval(ticker);
  ticker = undefined;
}

/** The words of a message that waits stand in the draft of its ticket again, before this returns. */
function takeBack(key: string): boolean {
  const message = outbox.take(key);
  if (message === null) return false;
  giveBack(message);
  settleUndo(key, { state: 'undone' });
  return true;
}

/** @returns whether the composer that has it now is on screen */
function giveBack(message: Message, trouble: Trouble = {}): boolean {
  const { owner, ticketId, number, kind } = message;
  sentFrom.delete(message.key);
  firstTries.delete(message.key);
  settle(message.key)?.(null);
  const draft = openDraft(owner, ticketId, kind);
  draft.putBack(takenOf(message), trouble);
  if (draft.isShown) return true;
  if (trouble.failure === undefined && trouble.conflict === undefined)
    // Behind the toast that every undo has.
    queueMicrotask(() => toast({ kind: 'info', text: messages.back[kind](String(number)), action: wayTo(message) }));
  return false;
}

function takenOf({ key, text, channel, seenId, status, version, isTried }: Message): Taken {
  return { text, channel, seenId, attempt: isTried ? { key, channel, version, status } : null };
}

function wayTo({ ticketId, kind }: Message): { readonly label: string; readonly run: () => void } {
  const run = () => {
    ticketOpener.current?.(ticketId);
    // Its ticket may be there with the other kind in the box.
    focusComposer(ticketId.toString(), kind);
  };
  return { label: ticketMessages.open, run };
}

function prepare(message: Message): Message {
  const { ticketId, kind, version } = message;
  const known = queryClient.getQueryData<TicketDetail>(ticketOptions(ticketId).queryKey);
  // By now its messages may be known; what is not known stays the service's choice.
  const channel = message.channel ?? (known?.comments === undefined ? null : lastChannelOf(known));
  return {
    ...message,
    channel: kind === 'public' ? channel : null,
    version: version === null ? null : newestOwnVersion(ticketId, version),
  };
}

async function post(message: Message): Promise<void> {
  const owner = sessionOwner();
  if (owner === null || !isSameOwner(owner, message.owner)) throw new ApiFailure('forbidden', messages.otherToken);
  const { key, ticketId: id, number, version } = message;
  // After the verbs that were pressed before it, and before those after it.
  const { undoToken } = await sendInTurn({ id, number }, async () => {
    // Behind one's own changes that were on their way. A later try says the same.
    const newest = version === null ? null : newestOwnVersion(id, version);
    const sent = firstTries.get(key) ?? { ...message, version: newest };
    firstTries.set(key, sent);
    const result = await postComment(sent);
    return { ticket: result.ticket, result };
  });
  sentFrom.delete(key);
  firstTries.delete(key);
  notifySent(message, undoToken, key, settle(key));
}

function settle(key: string): ReturnType<typeof beginUndo> | undefined {
  const found = begun.get(key);
  begun.delete(key);
  return found;
}

/** Without an answer, or asked to wait: it goes out later under the same key. */
function retryAfterMs(error: unknown): number | null {
  if (!(error instanceof ApiFailure)) return null;
  if (error.kind === 'network' || error.kind === 'timeout') return RETRY_MS;
  if (error.kind === 'rate_limited') return (error.retryAfterSeconds ?? 5) * 1000;
  return error.status === 502 || error.status === 503 || error.status === 504 ? RETRY_MS : null;
}

/** The service has decided. Else it may have posted it, and only the same key can find out. */
function isAnswered(error: unknown): boolean {
  return error instanceof ApiFailure && error.status !== null && !['unreadable', 'server'].includes(error.kind);
}

async function refuse(message: Message, error: unknown): Promise<void> {
  const { key, ticketId, number, kind, status } = message;
  const before = sentFrom.get(key);
  // The words are back at once; what the conflict is needs a look at the ticket.
  const isShown = giveBack({ ...message, isTried: !isAnswered(error) }, { failure: error, conflict: null });
  dropUndo(key);
  if (!isShown) toast({ kind: 'error', text: messages.left[kind](String(number)), action: wayTo(message) });
  if (!(error instanceof ApiFailure) || error.kind !== 'conflict' || error.current === undefined) return;
  const current = await loadTicket(ticketId, error);
  if (current === null) return;
  const draft = openDraft(message.owner, ticketId, kind);
  draft.explain({ failure: null, conflict: { before: before ?? current, current, status } });
}

function setStatus(ticketId: bigint, status: TicketStatus): void {
  const ticket = cachedTicket(ticketId);
  if (ticket !== null) changeTicket(ticket, { status });
}

function show(waiting: readonly Outgoing[]): void {
  outgoingAtom.set(waiting);
  outgoingStatuses.set(
    new Map(
      waiting.flatMap(({ ticketId, status, state }) =>
        status === null ? [] : [[ticketId, { status, isTried: state !== 'counting' }] as const],
      ),
    ),
  );
}

/** For the life of the tab: begun with the first composer, so that what an earlier page left goes before what is written now. */
export function startOutbox(): void {
  if (isStarted) return;
  isStarted = true;
  outgoingActs.current = { takeBack, sendNow: (key) => outbox.sendNow(key) };
  reportUnsent('messages', () => outbox.messages.length, {
    sendNow: () => outbox.sendNow(),
    keep: () => {
      for (const { key } of outbox.messages) takeBack(key);
    },
  });
  onOwnChange((change) => {
    // What was chosen last wins: the message goes without its status.
    if (change.kind === 'patch' && change.patch.status !== undefined) outbox.leaveStatus(change.ticketId, change.patch);
    if (change.kind !== 'undone') return;
    const status = outbox.takeStatus(change.ticketId, change.patch);
    // Its message is gone without it: it is set behind the undo, as a choice of its own.
    if (status !== null) queueMicrotask(() => setStatus(change.ticketId, status));
  });
  onReconnect(() => outbox.retry());
  onHandOver((to) => outbox.setOwner({ siteId: to.siteId, person: to.person }));
  subscribeToSession(() => {
    if (sessionState().phase !== 'out') return;
    outbox.clear();
    forgetMessages();
  });
  void takeUp().finally(() => outbox.open());
  followOutbox(() => void takeUp());
  addEventListener('pagehide', keepForReload);
  // The browser asks; who stays has "Undo" and "Send now" in the toast.
  addEventListener('beforeunload', (event) => {
    if (outbox.messages.length > 0) event.preventDefault();
  });
}

/** For a new session: the first one begins with `startOutbox`. */
export async function resumeOutbox(): Promise<void> {
  if (isStarted) await takeUp();
  else startOutbox();
}

/**
 * Sends the messages of this person that this browser kept; those of another person of the site go back into that
 * person's drafts. Messages of a tab that is still open are that tab's, until it is closed.
 */
async function takeUp(): Promise<void> {
  const kept = await readMessages();
  const ours = kept.filter(({ owner }) => owner.siteId === sessionOwner()?.siteId);
  await Promise.all(ours.map((message) => holdMessage(message.key, () => takeOver(message))));
}

/** @returns whether it is this tab's from now on */
async function takeOver(message: Message): Promise<boolean> {
  const owner = sessionOwner();
  // Its tab may have sent it, or taken it back, before it was closed.
  if (owner?.siteId !== message.owner.siteId || !(await isStillKept(message))) return false;
  if (!isSameOwner(owner, message.owner)) {
    await dropMessage(message);
    openDraft(message.owner, message.ticketId, message.kind).putBack(takenOf(message));
    return false;
  }
  outbox.add(message, true);
  if (message.dueMs > Date.now()) offer(message);
  return true;
}

/** What lets a message of this tab go, by its key. */
const ends = new Map<string, () => void>();

/**
 * Runs `take` once no other tab has the message, and keeps it from the others until it is released or this tab is closed.
 * Where the browser has no locks, its key alone sees to it that it is sent once. @param take false: this tab leaves it
 * @returns when it was taken, or another tab has it
 */
export function holdMessage(key: string, take: () => Promise<boolean>): Promise<void> {
  if (ends.has(key)) return Promise.resolve();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: decided, resolve: decide } = Promise.withResolvers<void>();
  ends.set(key, release);
  const hold = async (): Promise<void> => {
    const isTaken = await take();
    decide();
    if (isTaken) await released;
    ends.delete(key);
  };
  const locks = navigator.locks as LockManager | undefined;
  const name = `support-console:outbox:${key}`;
  if (locks === undefined) void hold();
  else
    void locks
      .request(name, { ifAvailable: true }, async (lock) => {
        if (lock !== null) return hold();
        decide();
        void locks.request(name, hold);
      })
      // A frame of another site has no locks, and no messages but its own.
      .catch(decide);
  return decided;
}

/** It was sent, or taken back. */
export function releaseMessage(key: string): void {
  ends.get(key)?.();
}
