import { isFramed } from '#src/browser/storage.ts';
import { readOwner, type Owner } from './owner.ts';

/** Everything a tab needs to act in a session. `kept` holds for API tokens that outlive a reload by the user's wish. */
export interface Session {
  readonly token: string;
  readonly baseUrl: string;
  readonly kind: 'session' | 'api';
  readonly kept: boolean;
}

/**
 * Between tabs of this origin: a new tab asks, others give; a sign-out and a renewed session reach all; a session that another
 * one took the place of ends in the tabs that had it.
 */
export type ChannelMessage =
  | { readonly type: 'ask'; readonly id: string }
  | { readonly type: 'give'; readonly id: string; readonly session: Session }
  | { readonly type: 'renewed'; readonly owner: Owner; readonly session: Session }
  | { readonly type: 'out'; readonly token: string; readonly owner: Owner | null }
  | { readonly type: 'replaced'; readonly token: string };

/** Held by each tab that has a session. */
export const SESSION_LOCK = 'support-console:session';

let channel: BroadcastChannel | null = null;
let release: (() => void) | null = null;

/** @returns what closes it again. A framed page has the session that its host gave it, and shares it with nobody. */
export function openChannel(): () => void {
  if (!isFramed) channel = new BroadcastChannel('support-console:session');
  return () => {
    channel?.close();
    channel = null;
  };
}

export function postToTabs(message: ChannelMessage): void {
  channel?.postMessage(message);
}

/** So that a start link learns of this tab's session even while the tab is too busy to answer. */
export function holdLock(isIn: boolean): void {
  if (!isIn) release?.();
  if (isIn === (release !== null)) return;
  release = null;
  if (!isIn || channel === null) return;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  // Browsers have it on secure origins alone; elsewhere a start link always waits for a click.
  void (navigator.locks as LockManager | undefined)?.request(SESSION_LOCK, { mode: 'shared' }, () => held);
}

/** @returns the function that stops listening. */
export function listenToTabs(listener: (message: ChannelMessage) => void): () => void {
  const receive = (event: MessageEvent<unknown>): void => {
    const message = readMessage(event.data);
    if (message !== null) listener(message);
  };
  channel?.addEventListener('message', receive);
  return () => channel?.removeEventListener('message', receive);
}

/** A session from storage or another tab, or null when it is not one (another version, a broken value). */
export function readSession(value: unknown): Session | null {
  if (typeof value !== 'object' || value === null) return null;
  if (!('token' in value) || !('baseUrl' in value) || !('kind' in value) || !('kept' in value)) return null;
  const { token, baseUrl, kind, kept } = value;
  if (typeof token !== 'string' || token === '' || typeof baseUrl !== 'string' || typeof kept !== 'boolean')
    return null;
  return kind === 'session' || kind === 'api' ? { token, baseUrl, kind, kept } : null;
}

function readMessage(value: unknown): ChannelMessage | null {
  if (typeof value !== 'object' || value === null || !('type' in value)) return null;
  const session = 'session' in value ? readSession(value.session) : null;
  if (value.type === 'ask' && 'id' in value && typeof value.id === 'string') return { type: 'ask', id: value.id };
  if ((value.type === 'out' || value.type === 'replaced') && 'token' in value && typeof value.token === 'string') {
    const { type, token } = value;
    return type === 'out' ? { type, token, owner: readOwner('owner' in value ? value.owner : null) } : { type, token };
  }
  if (session === null) return null;
  if (value.type === 'give' && 'id' in value && typeof value.id === 'string') {
    return { type: 'give', id: value.id, session };
  }
  const owner = 'owner' in value ? readOwner(value.owner) : null;
  if (value.type === 'renewed' && owner !== null) return { type: 'renewed', owner, session };
  return null;
}
