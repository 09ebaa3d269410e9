import { useSelector } from '@tanstack/react-store';
import type { Operation } from '#contract/operation.ts';
import { LEFT_OUT } from '#src/i18n/left-out.ts';
import { defineMessages } from '#src/i18n/messages.ts';
import { isReadOnly } from '#src/session/read-only.ts';
import { isRefused, refusedScopes } from '#src/session/refused-scopes.ts';
import { sessionAtom } from '#src/session/session-store.ts';
import { useWhoami, writesOwn } from './whoami.ts';

/** Apart from the texts of failures, which no page begins with. */
const messages = defineMessages({
  needsScope: (scope: string) => `This token lacks the scope ${scope}. A site administrator can issue one that has it.`,
  shared: 'This token only reads and belongs to no agent, so it saves nothing of its own.',
});

/** Why a token cannot do something and whom to ask: the same beside what is off and after a refusal. */
export const needsScope = messages.needsScope;

export type RequiredScope = Exclude<Operation['scope'], 'any'>;

/** `any`: what every token may do. `own`: changes of its own views, which a session that may be shared does not make. */
type AskedScope = RequiredScope | 'any' | 'own';

export interface WriteAccess {
  readonly allowed: boolean;
  /** Names the scope that is missing, or is `LEFT_OUT` where nothing may be changed; for `disabledReason`. */
  readonly reason: string | undefined;
}

/** Judges scopes by whoami and by what the service has refused: the reason, where the token lacks one or nothing may be changed. */
export function useMissingScope(): (scope: AskedScope) => string | undefined {
  const whoami = useWhoami();
  const { scopes } = whoami;
  const token = useSelector(sessionAtom, (state) => (state.phase === 'out' ? null : state.session.token));
  const refused = useSelector(refusedScopes);
  return (scope) => {
    if (isReadOnly()) return LEFT_OUT;
    if (scope === 'any') return undefined;
    if (scope === 'own') return writesOwn(whoami) ? undefined : messages.shared;
    return grants(scopes, scope) && !isRefused(scope, token, refused) ? undefined : messages.needsScope(scope);
  };
}

/** Whether the token may write with this scope. */
export function useWriteAccess(scope: AskedScope): WriteAccess {
  const reason = useMissingScope()(scope);
  return { allowed: reason === undefined, reason };
}

/** A service that names its scopes otherwise than ours cannot be judged by them: its first 403 shows it. */
export function grants(scopes: readonly string[], scope: RequiredScope): boolean {
  if (scopes.includes(scope) || scopes.includes('*')) return true;
  return !scopes.every((name) => /^(?:read|[a-z_]+:(?:write|bulk|invoke|read))$/.test(name));
}
