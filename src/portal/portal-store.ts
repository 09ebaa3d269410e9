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
  /** The link or a part of it is missing; the service was not asked. */
  | { readonly phase: 'incomplete' }
  | { readonly phase: 'problem'; readonly problem: PortalProblem; readonly trying: boolean }
  | { readonly phase: 'open'; readonly session: PortalSession };

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
 * The secret of the link `/portal#t=…`; null for a URL without one. It stays in memory to retry a failed attempt and to
 * reopen an expired view.
 */
let linkToken: string | null = null;

/** Removes the secret from the URL and the history entry, and opens the page. */
export function startPage(): void {
  takeLink();
  void openPage();
  // Following another link in the same tab changes only the fragment.
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

/** Opens the link. Outside of React, because each call counts as one use. */
export async function openPage(): Promise<void> {
  const token = linkToken;
  if (token === null || findTokenFault(token) !== null) return set({ phase: 'incomplete' });
  if (state.phase === 'problem') set({ ...state, trying: true });
  else set({ phase: 'loading' });
  const answer = await openLink(token);
  // The user has followed another link meanwhile.
  if (token !== linkToken) return;
  if ('problem' in answer) set({ phase: 'problem', problem: answer.problem, trying: false });
  else set({ phase: 'open', session: answer.data });
}

/** Sends a rating and shows it. Resolves with the problem, or null. */
export async function rateTicket(rating: Rating): Promise<PortalProblem | null> {
  const answer = await sendInView(({ view_token }) => sendRating(view_token, rating));
  if ('problem' in answer) return answer.problem;
  const { ticket_id, score, comment } = answer.data;
  changeTicket(ticket_id, (ticket) => ({ ...ticket, rating: score, rating_comment: comment }));
  return null;
}

/** Whether a request has older messages than those loaded. */
export function hasOlder({ comments, comment_count: count = 0 }: PortalTicket): boolean {
  return count > comments.length && comments[0]?.id !== undefined;
}

/** Loads older messages of a request. Resolves with the problem, or null. */
export async function showOlder(ticketId: bigint): Promise<PortalProblem | null> {
  let beforeId: bigint | undefined;
  const answer = await sendInView(({ view_token, tickets }) => {
    beforeId = tickets.find(({ id }) => id === ticketId)?.comments[0]?.id;
    return readOlder(view_token, ticketId, beforeId ?? 0n);
  });
  if ('problem' in answer) return answer.problem;
  const { comments: older, has_more: hasMore } = answer.data;
  changeTicket(ticketId, (ticket) => {
    // Another call has loaded them already.
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

/** A call of the open page. An expired view is reopened once. */
async function sendInView<Data>(send: (session: PortalSession) => Promise<Answer<Data>>): Promise<Answer<Data>> {
  const token = linkToken;
  if (state.phase !== 'open' || token === null) return GONE;
  const { session } = state;
  let answer = await send(session);
  if ('problem' in answer && answer.problem.kind === 'gone') {
    const opened = await openLink(token);
    // The user has followed another link meanwhile.
    if (token !== linkToken) return GONE;
    if ('problem' in opened) {
      if (opened.problem.kind === 'gone') set({ phase: 'problem', problem: opened.problem, trying: false });
      return opened;
    }
    set({ phase: 'open', session: opened.data });
    answer = await send(opened.data);
  }
  return token === linkToken ? answer : GONE;
}

const TIMEOUT_MS = 30_000;

/** Why a call failed. */
export type PortalProblem =
  | { readonly kind: 'gone'; readonly requestId: string | null }
  | { readonly kind: 'limited'; readonly seconds: number }
  /** The request is open again. */
  | { readonly kind: 'conflict' }
  /** No answer: the device is offline, or the service is down. */
  | { readonly kind: 'silent' }
  | { readonly kind: 'failed'; readonly requestId: string | null };

type Answer<Data> = { readonly data: Data } | { readonly problem: PortalProblem };
const GONE = { problem: { kind: 'gone', requestId: null } } as const satisfies Answer<never>;

/** Exchanges the link for the page's content; each call counts as one use. */
function openLink(token: string): Promise<Answer<PortalSession>> {
  return post('/portal/session', { token }, openPortal.reply);
}

function readOlder(viewToken: string, ticketId: bigint, beforeId: bigint): Promise<Answer<PortalComments>> {
  const body = { view_token: viewToken, ticket_id: ticketId, before_id: beforeId };
  return post('/portal/comments', body, readPortalComments.reply);
}

interface Rating {
  readonly ticketId: bigint;
  readonly score: number;
  readonly comment: string;
}

function sendRating(viewToken: string, { ticketId, score, comment }: Rating): Promise<Answer<PortalRating>> {
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
