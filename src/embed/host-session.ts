import { createAtom } from '@tanstack/react-store';
import { SCOPES } from '#contract/operation.ts';
import { getWhoami, startSession } from '#contract/site.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { call } from '#src/api/call.ts';
import { grants, type WriteScope } from '#src/api/write-access.ts';
import { OWN_BASE } from '#src/session/api-base.ts';
import { learnRefusal } from '#src/session/refused-scopes.ts';
import type { Session } from '#src/session/session-channel.ts';
import {
  confirmSession,
  enterSession,
  renewSession,
  sessionState,
  subscribeToSession,
} from '#src/session/session-store.ts';
import { reportSignOut } from '#src/sign-in/session-acts.ts';
import type { HostPort } from './host-port.ts';
import type { TokenReason } from './protocol.ts';

/** So long a host may take to send another token before the frame says that none came. */
const PATIENCE_MS = 5_000;
/** A host that sends refused tokens over and over is asked no more until somebody presses the button. */
const MAX_REFUSED = 3;

/** How the frame stands with its host: what it has asked for, and whether that was answered in time. */
export type TokenRequest =
  | { readonly phase: 'none' }
  | { readonly phase: 'asking' | 'silent'; readonly reason: TokenReason };

/** For components: `useSelector(tokenRequest)`. */
export const tokenRequest = createAtom<TokenRequest>({ phase: 'none' });

interface Options {
  readonly port: HostPort;
  /** Scopes that the view asks for; none where the host allows no changes. */
  readonly writes: readonly WriteScope[];
}

/**
 * The frame's session: the token of the host is exchanged at once for one with the least scopes, which is in memory alone
 * (docs/embedding.md, "Token"). Where the service has no sessions, or the host gave one, the token itself is used, and what the
 * frame may not do stays disabled.
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
      // Somebody may come back to a page that the browser keeps whole.
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

  /** The same, when somebody wants it. */
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
    const session = await this.#exchange(token);
    const before = sessionState();
    if (before.phase === 'out') enterSession(session);
    else if (before.siteId !== null) {
      const { site_id: siteId } = await call(getWhoami, { token: session.token, baseUrl: session.baseUrl });
      if (siteId.toString() !== before.siteId) {
        void reportSignOut(session);
        this.#options.port.post({ type: 'error', code: 'other_site' });
        return this.#refuse('other_site');
      }
      if (before.phase === 'ended') renewSession(session);
      else {
        enterSession(session);
        confirmSession(before.siteId);
        void reportSignOut(before.session);
      }
    }
    this.#refused = 0;
    clearTimeout(this.#timer);
    tokenRequest.set({ phase: 'none' });
  }

  async #exchange(token: string): Promise<Session> {
    const baseUrl = OWN_BASE;
    const { writes } = this.#options;
    const allowed =
      writes.length === 0
        ? []
        : await call(getWhoami, { token, baseUrl }).then(({ scopes }) =>
            writes.filter((scope) => grants(scopes, scope)),
          );
    // A session starts no other: one that the host gives is the host's, which may have given it to other frames too.
    if (!token.startsWith('sct_')) {
      try {
        const { token: own } = await call(startSession, { token, baseUrl, body: { scopes: ['read', ...allowed] } });
        return { token: own, baseUrl, kind: 'session', kept: false };
      } catch (error) {
        if (!(error instanceof ApiFailure) || !isWithoutSessions(error)) throw error;
      }
    }
    for (const scope of SCOPES) {
      if (scope !== '*' && scope !== 'read' && !allowed.includes(scope)) learnRefusal(scope, token);
    }
    return { token, baseUrl, kind: 'api', kept: false };
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

/** A hosted service does not know the resource. */
function isWithoutSessions({ kind, status }: ApiFailure): boolean {
  return kind === 'not_found' || status === 400 || status === 405;
}
