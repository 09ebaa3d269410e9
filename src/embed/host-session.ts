import { createAtom } from '@tanstack/react-store';
import { createContext, use } from 'react';
import { SCOPES } from '#contract/operation.ts';
import { getWhoami, startSession, type Whoami } from '#contract/site.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { call } from '#src/api/call.ts';
import { queryClient } from '#src/api/query-client.ts';
import { isWholeService, whoamiOptions } from '#src/api/whoami.ts';
import { grants, type RequiredScope } from '#src/api/write-access.ts';
import { OWN_BASE } from '#src/session/api-base.ts';
import { ownerOf } from '#src/session/owner.ts';
import { learnRefusal } from '#src/session/refused-scopes.ts';
import {
  confirmSession,
  enterSession,
  renewSession,
  sessionOwner,
  sessionState,
  subscribeToSession,
  type Session,
} from '#src/session/session-store.ts';
import { reportSignOut } from '#src/sign-in/session-acts.ts';
import type { HostPort } from './host-port.ts';
import type { TokenReason } from '#src/panels/embed-protocol.ts';

/** How long a host may take to send another token before the frame reports that none came. */
const PATIENCE_MS = 5_000;
/** After this many refused tokens in a row the frame asks only when a person presses the button. */
const MAX_REFUSED = 3;

/** The frame's request for a token: its state and its reason. */
export type TokenRequest =
  | { readonly phase: 'none' }
  | { readonly phase: 'asking' | 'silent'; readonly reason: TokenReason };

/** For components: `useSelector(tokenRequest)`. */
export const tokenRequest = createAtom<TokenRequest>({ phase: 'none' });

interface Options {
  readonly port: HostPort;
  /** Scopes that the view asks for; none where the host allows no changes. */
  readonly writes: readonly RequiredScope[];
}

/**
 * The frame's session: the host's token is exchanged at once for one with the least scopes, which stays in memory
 * (docs/embedding.md, "Token"). Without sessions in the service, or with a session from the host, the token itself is
 * used and missing scopes stay disabled.
 */
export class HostSession {
  readonly #options: Options;
  /** The newest token that waits until the one before is through. */
  #next: string | null = null;
  #isBusy = false;
  #refused = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: Options) {
    this.#options = options;
    subscribeToSession(() => {
      if (sessionState().phase === 'ended') this.ask('ended');
    });
    addEventListener('pagehide', ({ persisted }) => {
      const state = sessionState();
      // The browser may keep the page for Back.
      if (!persisted && state.phase === 'in') void reportSignOut(state.session);
    });
  }

  /** Takes a token of the host: the first one, or another for a session that has ended or will. */
  take(token: string): void {
    this.#next = token;
    if (!this.#isBusy) void this.#work();
  }

  /** Asks the host for a token, and says so while none comes. */
  ask(reason: TokenReason): void {
    clearTimeout(this.#timer);
    tokenRequest.set({ phase: 'asking', reason });
    this.#timer = setTimeout(() => tokenRequest.set({ phase: 'silent', reason }), PATIENCE_MS);
    this.#options.port.post({ type: 'token_needed', reason });
  }

  /** The same, at a press of the button. */
  retry(): void {
    this.#refused = 0;
    const request = tokenRequest.get();
    this.ask(request.phase === 'none' ? 'ended' : request.reason);
  }

  async #work(): Promise<void> {
    this.#isBusy = true;
    for (let token = this.#take(); token !== null; token = this.#take()) {
      await this.#enter(token).catch((error: unknown) => this.#fail(error));
    }
    this.#isBusy = false;
  }

  #take(): string | null {
    const token = this.#next;
    this.#next = null;
    return token;
  }

  async #enter(token: string): Promise<void> {
    const whoami = await call(getWhoami, { token, baseUrl: OWN_BASE });
    const before = sessionState();
    const owner = ownerOf(whoami);
    const had = sessionOwner();
    if (had !== null && had.siteId !== owner.siteId) {
      this.#options.port.post({ type: 'error', code: 'other_site' });
      return this.#refuse('other_site');
    }
    const { scopes, ...session } = await this.#exchange(token, whoami);
    // The answer that whoami would give for the session.
    queryClient.setQueryData(whoamiOptions().queryKey, { ...whoami, scopes: [...scopes] });
    // The host decides who uses the page, and reloads it for a different person.
    if (had !== null) renewSession(session, owner);
    else {
      enterSession(session);
      confirmSession(owner);
    }
    if (before.phase === 'in') void reportSignOut(before.session);
    this.#refused = 0;
    clearTimeout(this.#timer);
    tokenRequest.set({ phase: 'none' });
  }

  async #exchange(token: string, whoami: Whoami): Promise<Session & { readonly scopes: readonly string[] }> {
    const baseUrl = OWN_BASE;
    const allowed = this.#options.writes.filter((scope) => grants(whoami.scopes, scope));
    if (isWholeService(whoami) && !token.startsWith('sct_')) {
      const started = await call(startSession, { token, baseUrl, body: { scopes: ['read', ...allowed] } });
      return { token: started.token, baseUrl, kind: 'session', kept: false, scopes: started.scopes };
    }
    for (const scope of SCOPES) {
      if (scope !== '*' && scope !== 'read' && !allowed.includes(scope)) learnRefusal(scope, token);
    }
    return { token, baseUrl, kind: 'api', kept: false, scopes: whoami.scopes };
  }

  #fail(error: unknown): void {
    const isRefused = error instanceof ApiFailure && error.kind === 'unauthorized';
    this.#options.port.post({ type: 'error', code: isRefused ? 'token_refused' : 'unavailable' });
    if (isRefused) return this.#refuse('refused');
    clearTimeout(this.#timer);
    tokenRequest.set({ phase: 'silent', reason: 'unavailable' });
  }

  #refuse(reason: TokenReason): void {
    this.#refused += 1;
    if (this.#refused < MAX_REFUSED) this.ask(reason);
    else {
      clearTimeout(this.#timer);
      tokenRequest.set({ phase: 'silent', reason });
    }
  }
}

/** The connection to the page around this frame. */
export interface HostParts {
  readonly port: HostPort;
  readonly session: HostSession;
  /** The widget to show alone, from the first address; the view may not have it. */
  readonly only: string | null;
}

export const HostContext = createContext<HostParts | null>(null);

export function useHost(): HostParts {
  const host = use(HostContext);
  if (host === null) throw new Error('this is no frame');
  return host;
}
