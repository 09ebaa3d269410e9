import type { Session } from '#src/session/session-channel.ts';
import { sessionState, subscribeToSession } from '#src/session/session-store.ts';
import { ApiFailure } from './api-failure.ts';

/** The session to call with; while it is ended, waits for the renewed one. @throws ApiFailure when signed out. */
export async function openSession(signal: AbortSignal | undefined): Promise<Session> {
  let state = sessionState();
  while (state.phase === 'ended') {
    signal?.throwIfAborted();
    await nextChange(signal);
    state = sessionState();
  }
  if (state.phase === 'in') return state.session;
  throw new ApiFailure('unauthorized', 'signed out', { status: 401 });
}

function nextChange(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      stop();
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const stop = subscribeToSession(done);
    signal?.addEventListener('abort', done);
  });
}
