/** Scopes that the service refused to this tab's token, whatever whoami says of it. */
let refused: { readonly token: string; readonly scopes: ReadonlySet<string> } = { token: '', scopes: new Set() };
const listeners = new Set<() => void>();

/** The service answered 403 `insufficient_scope` to a call that needs this scope. */
export function learnRefusal(scope: string, token: string): void {
  refused = { token, scopes: new Set([...(refused.token === token ? refused.scopes : []), scope]) };
  for (const listener of listeners) listener();
}

export function isRefused(scope: string, token: string | null): boolean {
  return refused.token === token && refused.scopes.has(scope);
}

export function onRefusal(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
