import { useSyncExternalStore } from 'react';
import {
  openPortal,
  ratePortalTicket,
  readPortalComments,
  type PortalComments,
  type PortalRating,
  type PortalSession,
  type PortalTicket,
} from '#contract/portal-page.ts';
import { findTokenFault } from '#contract/token-format.ts';
import * as z from 'zod/mini';
import { parseJson, writeJson } from '#contract/json.ts';

export type PortalState =
  | { readonly phase: 'loading' }
  /** There is no link, or a part of it is missing; the service was not asked. */
  | { readonly phase: 'incomplete' }
  | { readonly phase: 'problem'; readonly problem: PortalProblem; readonly trying: boolean }
  | { readonly phase: 'open'; readonly session: PortalSession; readonly loadedAt: number };

let state: PortalState = { phase: 'loading' };
const listeners = new Set<() => void>();

function set(next: PortalState): void {
  state = next;
  for (const listener of listeners) listener();
}

export function usePortal(): PortalState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );
}

/**
 * The secret of the link `/portal#t=…`; null for an address without one. It stays in memory, so that a try that failed can
 * be made again and a view that has ended can be opened anew.
 */
let linkToken: string | null = null;

/** Takes the secret out of the address bar and the history entry, which comes before anything else, and opens the page. */
export function startPage(): void {
  takeLink();
  void openPage();
  // Another link that is followed in the same tab changes nothing but the fragment.
  addEventListener('hashchange', () => {
    if (takeLink()) void openPage();
  });
}

function takeLink(): boolean {
  const found = /^#t=([^&]*)/.exec(location.hash);
  if (found === null) return false;
  history.replaceState(null, '', location.pathname);
  linkToken = found[1] ?? '';
  return true;
}

/** Opens the link that the page was called with. Outside of React, so that nothing is counted twice. */
export async function openPage(): Promise<void> {
  const token = linkToken;
  if (token === null || findTokenFault(token) !== null) return set({ phase: 'incomplete' });
  if (state.phase === 'problem') set({ ...state, trying: true });
  else set({ phase: 'loading' });
  const answer = await openLink(token);
  // Another link was followed meanwhile: its answer is the one to show.
  if (token !== linkToken) return;
  if ('problem' in answer) set({ phase: 'problem', problem: answer.problem, trying: false });
  else set({ phase: 'open', session: answer.data, loadedAt: Date.now() });
}

/** Sends a rating and shows it. Answers what went wrong, or null. */
export async function rateTicket(rating: Rating): Promise<PortalProblem | null> {
  const answer = await sendInView(({ view_token }) => sendRating(view_token, rating));
  if ('problem' in answer) return answer.problem;
  const { ticket_id, score, comment } = answer.data;
  changeTicket(ticket_id, (ticket) => ({ ...ticket, rating: score, rating_comment: comment }));
  return null;
}

/** Whether a request has messages before those that the page has. */
export function hasOlder({ comments, comment_count: count = 0 }: PortalTicket): boolean {
  return count > comments.length && comments[0]?.id !== undefined;
}

/** Loads the messages before those that the page has of a request. Answers what went wrong, or null. */
export async function showOlder(ticketId: bigint): Promise<PortalProblem | null> {
  let beforeId: bigint | undefined;
  const answer = await sendInView(({ view_token, tickets }) => {
    beforeId = tickets.find(({ id }) => id === ticketId)?.comments[0]?.id;
    return readOlder(view_token, ticketId, beforeId ?? 0n);
  });
  if ('problem' in answer) return answer.problem;
  const { comments: older, has_more: hasMore } = answer.data;
  changeTicket(ticketId, (ticket) => {
    // Asked for twice, and here already.
    if (ticket.comments[0]?.id !== beforeId) return ticket;
    const comments = [...older, ...ticket.comments];
    return { ...ticket, comments, ...(hasMore ? {} : { comment_count: comments.length }) };
  });
  return null;
}

function changeTicket(ticketId: bigint, change: (ticket: PortalTicket) => PortalTicket): void {
  if (state.phase !== 'open') return;
  const { session } = state;
  const tickets = session.tickets.map((ticket) => (ticket.id === ticketId ? change(ticket) : ticket));
  set({ ...state, session: { ...session, tickets } });
}

/**
 * One call of the open page. A view that has ended is opened again once, so that a page that was open for long goes on to
 * work.
 */
async function sendInView<Data>(send: (session: PortalSession) => Promise<Answer<Data>>): Promise<Answer<Data>> {
  const token = linkToken;
  if (state.phase !== 'open' || token === null) return GONE;
  const { session } = state;
  let answer = await send(session);
  if ('problem' in answer && answer.problem.kind === 'gone') {
    const opened = await openLink(token);
    // Another link was followed meanwhile.
    if (token !== linkToken) return GONE;
    if ('problem' in opened) {
      if (opened.problem.kind === 'gone') set({ phase: 'problem', problem: opened.problem, trying: false });
      return opened;
    }
    const next = withOlder(opened.data, session);
    set({ phase: 'open', session: next, loadedAt: Date.now() });
    answer = await send(next);
  }
  return token === linkToken ? answer : GONE;
}

/** A session that was opened again, with the older messages that the page had loaded in the one before. */
function withOlder(session: PortalSession, before: PortalSession): PortalSession {
  const tickets = session.tickets.map((ticket) => {
    const known = before.tickets.find(({ id }) => id === ticket.id)?.comments ?? [];
    const [first] = ticket.comments;
    // Not among them: there would be a gap, which the button closes.
    const at = known.findIndex(({ id }) => id !== undefined && id === first?.id);
    return at > 0 ? { ...ticket, comments: [...known.slice(0, at), ...ticket.comments] } : ticket;
  });
  return { ...session, tickets };
}

const TIMEOUT_MS = 30_000;

/** Why a call came to nothing, in the words of what the page then shows. */
export type PortalProblem =
  | { readonly kind: 'gone'; readonly requestId: string | null }
  | { readonly kind: 'limited'; readonly seconds: number }
  /** The request is at work again. */
  | { readonly kind: 'conflict' }
  /** No answer: this device is offline, or the service is. */
  | { readonly kind: 'silent' }
  | { readonly kind: 'failed'; readonly requestId: string | null };

type Answer<Data> = { readonly data: Data } | { readonly problem: PortalProblem };
const GONE = { problem: { kind: 'gone', requestId: null } } as const satisfies Answer<never>;

/** Exchanges the link for what the page shows; each time it does, the service counts one opening. */
export function openLink(token: string): Promise<Answer<PortalSession>> {
  return post('/portal/session', { token }, openPortal.reply);
}

function readOlder(viewToken: string, ticketId: bigint, beforeId: bigint): Promise<Answer<PortalComments>> {
  const body = { view_token: viewToken, ticket_id: ticketId, before_id: beforeId };
  return post('/portal/comments', body, readPortalComments.reply);
}

export interface Rating {
  readonly ticketId: bigint;
  readonly score: number;
  readonly comment: string;
}

export function sendRating(viewToken: string, { ticketId, score, comment }: Rating): Promise<Answer<PortalRating>> {
  const body = { view_token: viewToken, ticket_id: ticketId, score, comment };
  return post('/portal/rating', body, ratePortalTicket.reply);
}

async function post<Reply extends z.ZodMiniType>(
  path: string,
  body: object,
  reply: Reply,
): Promise<Answer<z.output<Reply>>> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: writeJson(body),
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    text = await response.text();
  } catch {
    return { problem: { kind: 'silent' } };
  }
  const problem = problemOf(response);
  if (problem !== null) return { problem };
  const envelope = z.safeParse(z.object({ data: z.unknown() }), readJson(text));
  const parsed = z.safeParse(reply, envelope.data?.data);
  if (parsed.success) return { data: parsed.data };
  return { problem: { kind: 'failed', requestId: response.headers.get('x-svc-request-id') } };
}

function problemOf({ ok, status, headers }: Response): PortalProblem | null {
  if (ok) return null;
  const requestId = headers.get('x-svc-request-id');
  if (status === 404) return { kind: 'gone', requestId };
  if (status === 409) return { kind: 'conflict' };
  if (status === 429) return { kind: 'limited', seconds: secondsOf(headers.get('retry-after')) };
  return { kind: 'failed', requestId };
}

function secondsOf(header: string | null): number {
  const seconds = Number(header);
  return Number.isSafeInteger(seconds) && seconds > 0 ? seconds : 60;
}

function readJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
