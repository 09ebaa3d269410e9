import { createAtom, useSelector } from '@tanstack/react-store';
import * as z from 'zod/mini';
import { choice, isIdText } from '#contract/scalars.ts';
import { STATUSES } from '#contract/ticket-names.ts';
import { addTicketComment } from '#contract/ticket-writes.ts';
import { getTicket, VISIBILITIES, type Comment, type TicketDetail, type TicketStatus } from '#contract/tickets.ts';
import { ApiFailure, isUnsure } from '#src/api/api-failure.ts';
import { scheduleInvalidation } from '#src/api/invalidation.ts';
import { queryClient } from '#src/api/query-client.ts';
import { write } from '#src/api/write.ts';
import { randomId } from '#src/browser/random-id.ts';
import { storage } from '#src/browser/storage.ts';
import { ownerPrefix, type OwnerKey } from '#src/session/owner.ts';
import { sessionOwner, sessionState, subscribeToSession } from '#src/session/session-store.ts';
import { reportUnsent } from '#src/session/unsent-work.ts';
import { focusComposer, hasComposer } from '#src/ticket-edit/compose-keys.ts';
import { messages as ticketMessages } from '#src/ticket-edit/messages.ts';
import { ticketOpener } from '#src/ticket-edit/open-ticket.ts';
import {
  addMessage,
  removeMessage,
  sendMessageInTurn,
  undoChange,
  type PendingChange,
} from '#src/ticket-edit/update/change-ticket.ts';
import { withOwnChanges } from '#src/ticket-edit/update/change-store.ts';
import type { Inverse } from '#src/ticket-edit/update/save-ticket.ts';
import { newestOwnVersion, noteOwnWrite } from '#src/ticket-edit/update/ticket-cache.ts';
import { preferencesNow } from '#src/ui/preferences.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import type { Undoable } from '#src/undo/undo-entry.ts';
import { beginUndo, offerUndo, retractUndo } from '#src/undo/undo.ts';
import { draftUseOf } from './draft-use.ts';
import { openDraft, OWN_WORDS, parseJson, textOrigin, type Draft, type DraftContent } from './drafts.ts';
import { messages } from './messages.ts';

/** A stored message that is older belongs to no tab any more, so another page sends it. */
const ABANDONED_MS = 60_000;
const LEAVING_MS = 200;

const idText = z.string().check(z.refine(isIdText));
const stored = z.object({
  /** The Idempotency-Key. */
  key: z.string(),
  ticketId: idText,
  number: z.number(),
  kind: choice(VISIBILITIES),
  text: z.string(),
  /** Null: the service chooses. */
  channel: z.nullable(z.string()),
  status: z.nullable(choice(STATUSES)),
  /** The status when it was sent. */
  before: choice(STATUSES),
  version: z.nullable(z.number()),
  seenId: z.exactOptional(z.nullable(idText)),
  origin: z._default(textOrigin, OWN_WORDS),
  dueMs: z.number(),
  /** Its body is final: a call with it has begun. */
  isTried: z.boolean(),
  /** The page that sent it was closed. */
  wasPageClosed: z.boolean(),
});

/** A message that was sent and that the service has not confirmed. */
export interface Outgoing extends Omit<z.output<typeof stored>, 'ticketId' | 'seenId'> {
  readonly ticketId: bigint;
  readonly seenId: string | null | undefined;
  readonly owner: OwnerKey;
  readonly state: 'counting' | 'sending';
  /** Draws its status. */
  readonly change: PendingChange;
  /** The ticket when the message was sent, for what a refusal shows; null after a reload. */
  readonly ticket: TicketDetail | null;
  /** Its place on the undo stack while it is being sent, if it sets a status. */
  readonly settleUndo: ReturnType<typeof beginUndo> | null;
  readonly timer: ReturnType<typeof setTimeout> | undefined;
}

type NewMessage = Omit<Outgoing, 'state' | 'change' | 'timer'>;

/** In the order in which they were sent. */
export const outgoingAtom = createAtom<readonly Outgoing[]>([]);

/** The next message of a ticket that counts down or is being sent. */
export function useOutgoing(ticketId: bigint): Outgoing | undefined {
  return useSelector(outgoingAtom, (all) => all.find((one) => one.ticketId === ticketId));
}

/**
 * Sends the content of a draft when the time for undoing it is over, and empties the draft.
 * @param channel null: the service chooses, unless the comments are loaded by then
 */
export function sendMessage(
  ticket: TicketDetail,
  draft: Draft,
  channel: string | null,
  status: TicketStatus | null,
): void {
  const owner = sessionOwner();
  if (owner === null) return;
  const { kind } = draft;
  const { text, seenId, attempt, origin } = draft.take();
  // The same key and body again cannot post it twice.
  const tried = attempt !== null && attempt.status === status ? attempt : null;
  // A note conflicts with nothing; only its status does.
  const version = kind === 'internal' && status === null ? null : (ticket.version ?? null);
  const seconds = preferencesNow().undoSendSeconds;
  const message: NewMessage = {
    owner,
    ticket,
    ticketId: ticket.id,
    number: ticket.ticket_number,
    kind,
    text,
    status,
    seenId,
    origin,
    before: withOwnChanges(ticket).status,
    ...(tried === null ? { key: randomId(), channel, version } : tried),
    dueMs: Date.now() + seconds * 1000,
    isTried: tried !== null,
    wasPageClosed: false,
    settleUndo: null,
  };
  if (seconds === 0) add({ ...message, settleUndo: setsStatus(message) ? beginUndo() : null });
  else
    offerUndo({
      ...undoOf(add(message)),
      text: messages.outgoing[kind](String(message.number)),
      stayMs: seconds * 1000,
      also: { label: messages.sendNow, run: () => sendNow(message.key) },
    });
}

/** Puts the words of a message that counts down back into its draft; false if it is already being sent. */
export function takeBack(key: string): boolean {
  const message = find(key);
  if (message?.state !== 'counting') return false;
  const { ticketId, number, kind } = message;
  draftOf(message).putBack(contentOf(message, message.isTried));
  end(message);
  retractUndo(key);
  if (!hasComposer(ticketId.toString()))
    // After the toast that every undo shows.
    queueMicrotask(() =>
      toast({ kind: 'info', text: messages.back[kind](String(number)), action: openTicket(message) }),
    );
  return true;
}

/** Sends it now, after the earlier messages of its ticket. */
export function sendNow(key: string): void {
  const last = find(key);
  if (last === undefined) return;
  for (const message of outgoingAtom.get()) {
    if (message.ticketId === last.ticketId && message.state === 'counting') void send(message);
    if (message === last) return;
  }
}

function sendAllNow(): void {
  for (const message of outgoingAtom.get()) if (message.state === 'counting') void send(message);
}

/** Sends the messages of this person that an earlier page left behind. The service drops those that had arrived. */
export function resumeMessages(owner: OwnerKey): void {
  for (const key of storage.device.keys(`${ownerPrefix(owner)}outgoing `)) {
    // Back on this page in the same tab.
    if (find(key.split(' ').at(-1) ?? '') !== undefined) continue;
    const parsed = stored.safeParse(parseJson(storage.device.get(key)));
    if (!parsed.success) storage.device.remove(key);
    else if (parsed.data.wasPageClosed || parsed.data.dueMs < Date.now() - ABANDONED_MS) {
      const { ticketId, seenId, ...rest } = parsed.data;
      const kept = { ...rest, owner, ticketId: BigInt(ticketId), seenId, ticket: null, settleUndo: null };
      add({ ...kept, dueMs: 0, wasPageClosed: false });
    }
  }
}

function add(added: NewMessage): Outgoing {
  start();
  const { key, ticketId, number, status, dueMs } = added;
  const patch = status === null ? {} : { status };
  const change = addMessage({ id: ticketId, number }, key, patch, () => sendNow(key));
  const leftMs = dueMs - Date.now();
  const timer = leftMs > 0 ? setTimeout(() => sendNow(key), leftMs) : undefined;
  const message: Outgoing = { ...added, change, timer, state: 'counting' };
  outgoingAtom.set((all) => [...all, message]);
  store(message);
  if (leftMs <= 0) void send(message);
  return message;
}

async function send(message: Outgoing): Promise<void> {
  const { key, ticketId, number, kind, before, change, timer } = message;
  clearTimeout(timer);
  let settleUndo = null;
  // From here on only its status can be undone.
  if (setsStatus(message)) settleUndo = message.settleUndo ?? beginUndo(key);
  else retractUndo(key);
  update(key, { state: 'sending', settleUndo });
  try {
    await sendMessageInTurn({ id: ticketId, number }, change, async () => {
      const { ticket, inverse } = await post(finalBody(key));
      return { ticket, inverse: ticket.status === before ? null : inverse };
    });
    if (find(key) === undefined) return;
    end(message);
    if (settleUndo === null) return announce(messages.sent[kind](String(number)));
    settleUndo({
      ...undoOf(message),
      text: messages.sentAndResolved[kind](String(number)),
      remark: messages.willStay[kind],
    });
  } catch (error) {
    // Leaving the page aborts calls, perhaps before `pagehide`. Then the next page sends the message again.
    if (isUnsure(error)) await new Promise((resolve) => setTimeout(resolve, LEAVING_MS));
    const refused = find(key);
    if (refused?.wasPageClosed === false) await refuse(refused, error);
  }
}

/** From the first call on, the body does not change. The version includes this tab's earlier writes. */
function finalBody(key: string): Outgoing {
  const message = find(key);
  if (message === undefined) throw new Error('signed out');
  const { ticketId, kind, channel, version, isTried } = message;
  if (isTried) return message;
  return update(key, {
    channel: kind === 'public' ? (channel ?? lastChannelOf(cachedDetail(ticketId))) : null,
    version: version === null ? null : newestOwnVersion(ticketId, version),
    isTried: true,
  });
}

async function post(message: Outgoing, keepalive = false) {
  const { key, ticketId, kind, text, channel, status, version, before, origin } = message;
  const use = draftUseOf(origin.ai, text, kind);
  const body = {
    ticket_id: ticketId,
    body: text,
    visibility: kind,
    ...(channel === null ? {} : { channel }),
    ...(status === null ? {} : { status }),
    ...(version === null ? {} : { version }),
    ...(origin.ai === null || use === null ? {} : { draft_call_id: BigInt(origin.ai.callId), draft_use: use }),
    ...(origin.savedReplyIds.length === 0 ? {} : { saved_reply_ids: origin.savedReplyIds.map(BigInt) }),
  };
  const options = { idempotencyKey: key, body, keepalive };
  const { ticket, undo_token: token = null, ...comment } = await write(addTicketComment, options, { refetch: 'rest' });
  noteOwnWrite(ticket);
  addCommentInCache(comment);
  const inverse: Inverse = { token, fields: { status: before }, saved: ticket };
  return { ticket, inverse };
}

function addCommentInCache(comment: Comment): void {
  queryClient.setQueriesData<TicketDetail>({ queryKey: [getTicket.resource] }, (shown) => {
    if (shown?.id !== comment.ticket_id || shown.comments === undefined) return shown;
    const { comments, comment_count: count } = shown;
    if (comments.some(({ id }) => id === comment.id)) return shown;
    return { ...shown, comments: [...comments, comment], ...(count === undefined ? {} : { comment_count: count + 1 }) };
  });
}

function cachedDetail(id: bigint): TicketDetail | undefined {
  const found = queryClient.getQueriesData<TicketDetail>({ queryKey: [getTicket.resource] });
  return found.map(([, ticket]) => ticket).find((ticket) => ticket?.id === id && ticket.comments !== undefined);
}

/** The channel that the customer used last. */
export function lastChannelOf(ticket: TicketDetail): string;
export function lastChannelOf(ticket: TicketDetail | undefined): string | null;
export function lastChannelOf(ticket: TicketDetail | undefined): string | null {
  const last = ticket?.comments?.findLast(({ author_kind: kind }) => kind === 'customer');
  return last?.channel ?? ticket?.channel ?? null;
}

/** Puts the words back into the draft with the reason. */
async function refuse(message: Outgoing, error: unknown): Promise<void> {
  const { key, ticketId, number, kind, status, ticket: before, settleUndo } = message;
  const draft = draftOf(message);
  const content = contentOf(message, isUnsure(error));
  // The service knows no such draft any more: the text can go without it.
  const isOfDraft = error instanceof ApiFailure && error.status === 400 && error.message.startsWith('draft_');
  draft.putBack(isOfDraft ? { ...content, origin: { ...content.origin, ai: null } } : content, {
    failure: error,
    conflict: null,
  });
  end(message);
  settleUndo?.(null);
  retractUndo(key);
  if (!hasComposer(ticketId.toString()))
    toast({ kind: 'error', text: messages.left[kind](String(number)), action: openTicket(message) });
  // The thread shows whether it has arrived after all.
  if (isUnsure(error)) scheduleInvalidation(addTicketComment);
  if (before === null || !(error instanceof ApiFailure) || error.kind !== 'conflict') return;
  // The notice says who changed what, from the ticket as it is now.
  await queryClient.refetchQueries({ queryKey: [getTicket.resource], predicate: isOfTicket(ticketId) });
  if (draft.state.get().failure === error) draft.showConflict({ before, status });
}

/** @param mayHaveArrived keeps the key and the body, so that sending it again cannot post it twice */
function contentOf(message: Outgoing, mayHaveArrived: boolean): DraftContent {
  const { text, channel, seenId, key, version, status, origin } = message;
  return { text, channel, seenId, origin, attempt: mayHaveArrived ? { key, channel, version, status } : null };
}

function isOfTicket(id: bigint) {
  return ({ state }: { readonly state: { readonly data?: unknown } }): boolean =>
    typeof state.data === 'object' && state.data !== null && 'id' in state.data && state.data.id === id;
}

function setsStatus({ status, before }: NewMessage): boolean {
  return status !== null && status !== before;
}

/** Takes the message back, or undoes its status if it was sent. */
function undoOf({ key, ticketId: id, number, change }: Outgoing): Omit<Undoable, 'text'> {
  return {
    key,
    isAtOnce: true,
    undo: (retry, previousUndos) => {
      if (takeBack(key)) return Promise.resolve({ state: 'undone' });
      if (change.patch.status === undefined) return Promise.resolve({ state: 'kept' });
      return undoChange({ id, number }, change, retry, previousUndos);
    },
  };
}

function openTicket({ ticketId, kind }: Outgoing): { readonly label: string; readonly run: () => void } {
  const run = () => {
    ticketOpener.current?.(ticketId);
    focusComposer(ticketId.toString(), kind);
  };
  return { label: ticketMessages.open, run };
}

function find(key: string): Outgoing | undefined {
  return outgoingAtom.get().find((one) => one.key === key);
}

function draftOf({ owner, ticketId, kind }: Outgoing): Draft {
  return openDraft(owner, ticketId, kind);
}

function update(key: string, change: Partial<Outgoing>): Outgoing {
  outgoingAtom.set((all) => all.map((one) => (one.key === key ? { ...one, ...change } : one)));
  const message = find(key);
  if (message === undefined) throw new Error(`no message ${key}`);
  store(message);
  return message;
}

/** The message was sent, refused or recalled. */
function end(message: Outgoing): void {
  const { key, ticketId: id, number, change, timer } = message;
  clearTimeout(timer);
  removeMessage({ id, number }, change);
  outgoingAtom.set((all) => all.filter((one) => one.key !== key));
  storage.device.remove(storageKey(message));
}

/** In local storage until its answer: a page that was closed meanwhile sends it again under the same key. */
function store(message: Outgoing): void {
  const {
    owner: _owner,
    state: _state,
    change: _change,
    ticket: _ticket,
    settleUndo: _undo,
    timer: _timer,
    ...kept
  } = message;
  storage.device.set(storageKey(message), JSON.stringify({ ...kept, ticketId: message.ticketId.toString() }));
}

function storageKey({ owner, key }: Pick<Outgoing, 'owner' | 'key'>): string {
  return `${ownerPrefix(owner)}outgoing ${key}`;
}

let isStarted = false;

function start(): void {
  if (isStarted) return;
  isStarted = true;
  reportUnsent('messages', () => outgoingAtom.get().length, sendAllNow);
  subscribeToSession(() => {
    if (sessionState().phase !== 'out') return;
    for (const { timer } of outgoingAtom.get()) clearTimeout(timer);
    outgoingAtom.set([]);
  });
  // A message that the browser does not store may be lost with the page.
  addEventListener('beforeunload', (event) => {
    const isStored = (message: Outgoing): boolean => storage.device.survivesReload(storageKey(message));
    if (!outgoingAtom.get().every(isStored)) event.preventDefault();
  });
  addEventListener('pagehide', sendBeforeLeaving);
  // The page is back from the browser's cache.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) for (const { key } of outgoingAtom.get()) void send(update(key, { wasPageClosed: false }));
  });
}

/** Sends everything at once, with calls that outlive the page. */
function sendBeforeLeaving(): void {
  for (const { key, timer } of outgoingAtom.get()) {
    clearTimeout(timer);
    update(key, { ...finalBody(key), state: 'sending', wasPageClosed: true });
    post(finalBody(key), true).catch(() => undefined);
  }
}
