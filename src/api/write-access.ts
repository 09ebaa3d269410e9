import { useSyncExternalStore } from 'react';
import type { Operation } from '#contract/operation.ts';
import { messages } from './scope-messages.ts';
import { isRefused, onRefusal } from './refused-scopes.ts';
import { sessionState } from './session-store.ts';
import { useWhoami } from './whoami.ts';

type WriteScope = Exclude<Operation['scope'], 'any'>;

export interface WriteAccess {
  readonly allowed: boolean;
  /** Names the scope that is missing; for `disabledReason`. */
  readonly reason: string | undefined;
}

/** Whether the token may write, by whoami and by what the service has refused to it. */
export function useWriteAccess(scope: WriteScope): WriteAccess {
  const { scopes } = useWhoami();
  const refused = useSyncExternalStore(onRefusal, () => {
    const state = sessionState();
    return isRefused(scope, state.phase === 'out' ? null : state.session.token);
  });
  const allowed = !refused && grants(scopes, scope);
  return { allowed, reason: allowed ? undefined : messages.needsScope(scope) };
}

/** A service that names its scopes otherwise than ours cannot be judged by them: its first 403 tells. */
export function grants(scopes: readonly string[], scope: WriteScope): boolean {
  if (scopes.includes(scope) || scopes.includes('*')) return true;
  return !scopes.every((name) => /^(?:read|[a-z_]+:(?:write|bulk|invoke))$/.test(name));
}
