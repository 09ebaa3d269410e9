import { createAtom } from '@tanstack/react-store';

/** Scopes that the service refused to a token, although whoami may list them. */
interface Refused {
  readonly token: string;
  readonly scopes: ReadonlySet<string>;
}

export const refusedScopes = createAtom<Refused>({ token: '', scopes: new Set<string>() });

/** The service answered 403 `insufficient_scope` to a call that needs this scope. */
export function learnRefusal(scope: string, token: string): void {
  refusedScopes.set((before) => ({
    token,
    scopes: new Set([...(before.token === token ? before.scopes : []), scope]),
  }));
}

export function isRefused(scope: string, token: string | null, refused = refusedScopes.get()): boolean {
  return refused.token === token && refused.scopes.has(scope);
}
