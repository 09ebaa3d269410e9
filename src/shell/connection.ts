import { useEffect, useState } from 'react';
import { ApiFailure } from '#src/api/api-failure.ts';
import { queryClient } from '#src/api/query-client.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { setOffline } from '#src/browser/offline.ts';
import { messages } from './late-messages.ts';

export type Connection = 'fine' | 'offline' | 'silent';

/** While nothing answers, one cheap call tries this often whether something does. */
const PROBE_MS = 5_000;
const PROBE = { queryKey: ['business_calendar'] };

/**
 * `offline`: the browser has no network. `silent`: it has, but a call got no answer at all. Both end with the next
 * answer, and everything on screen is then loaded again.
 */
export function useConnection(): Connection {
  const [online, setOnline] = useState(() => navigator.onLine);
  const [silent, setSilent] = useState(false);
  const state: Connection = online ? (silent ? 'silent' : 'fine') : 'offline';

  useEffect(() => {
    const follow = () => setOnline(navigator.onLine);
    addEventListener('online', follow);
    addEventListener('offline', follow);
    // It may have changed since this was drawn.
    follow();
    const stop = queryClient.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated') return;
      const { action } = event;
      if (action.type === 'success' && action.manual !== true) setSilent(false);
      if (action.type !== 'failed' && action.type !== 'error') return;
      setSilent(action.error instanceof ApiFailure && action.error.kind === 'network');
    });
    return () => {
      removeEventListener('online', follow);
      removeEventListener('offline', follow);
      stop();
    };
  }, []);

  const down = state !== 'fine';
  useEffect(() => {
    if (!down) return;
    setOffline(true);
    const timer = setInterval(() => void queryClient.refetchQueries(PROBE), PROBE_MS);
    return () => {
      clearInterval(timer);
      setOffline(false);
      announce(messages.connection.back);
      void queryClient.refetchQueries({ type: 'active' });
    };
  }, [down]);
  return state;
}

/** When the newest of what is on screen was loaded, in ms since 1970; null when nothing was. */
export function loadedAt(): number | null {
  const times = queryClient
    .getQueryCache()
    .findAll({ type: 'active' })
    .map((query) => query.state.dataUpdatedAt);
  const newest = Math.max(0, ...times);
  return newest === 0 ? null : newest;
}
