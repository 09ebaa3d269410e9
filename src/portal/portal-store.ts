import { useSyncExternalStore } from 'react';
import type { PortalSession } from '#contract/portal-page.ts';
import { findTokenFault } from '#contract/token-format.ts';
import { openLink, sendRating, type PortalProblem, type Rating } from './portal-calls.ts';

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

/**
 * Sends a rating and shows it. A view that has ended is opened anew once, so that a page that lay open for long still
 * takes what was written into it. Answers what went wrong, or null.
 */
export async function rateTicket(rating: Rating): Promise<PortalProblem | null> {
  const token = linkToken;
  if (state.phase !== 'open' || token === null) return { kind: 'gone', requestId: null };
  let answer = await sendRating(state.session.view_token, rating);
  if ('problem' in answer && answer.problem.kind === 'gone') {
    const opened = await openLink(token);
    if ('problem' in opened) {
      if (opened.problem.kind === 'gone') set({ phase: 'problem', problem: opened.problem, trying: false });
      return opened.problem;
    }
    set({ phase: 'open', session: opened.data, loadedAt: Date.now() });
    answer = await sendRating(opened.data.view_token, rating);
  }
  if ('problem' in answer) return answer.problem;
  const { ticket_id, score, comment } = answer.data;
  if (state.phase === 'open') {
    const tickets = state.session.tickets.map((ticket) =>
      ticket.id === ticket_id ? { ...ticket, rating: score, rating_comment: comment } : ticket,
    );
    set({ ...state, session: { ...state.session, tickets } });
  }
  return null;
}
