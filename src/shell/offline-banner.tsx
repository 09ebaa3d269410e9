import { useEffect, useState } from 'react';
import { ApiFailure } from '#src/api/api-failure.ts';
import { queryClient } from '#src/api/query-client.ts';
import { setOffline } from '#src/browser/offline.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatTime } from '#src/format/time.ts';
import { Button } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { announce } from '#src/ui/toasts/announce.ts';
import { messages } from './messages.ts';

/** Across the top while the service cannot be reached. */
export function OfflineBanner() {
  const connection = useConnection();
  const zone = useDisplayZone();
  const [trying, setTrying] = useState(false);
  const texts = messages.connection;
  if (connection === 'fine') return null;
  const since = loadedAt();

  async function tryNow(): Promise<void> {
    setTrying(true);
    await queryClient.refetchQueries({ type: 'active' });
    setTrying(false);
  }

  return (
    <div
      role="status"
      className="flex min-h-9 flex-none flex-wrap items-center gap-x-2 border-b border-line bg-warn-tint px-4 py-1 text-12 text-warn-text"
    >
      <Icon name="offline" size={14} />
      <b className="font-medium">{connection === 'offline' ? texts.offline : texts.noAnswer}</b>
      {since === null ? null : <span>{texts.showing(formatTime(new Date(since).toISOString(), zone))}</span>}
      {connection === 'silent' ? (
        <Button size="sm" busy={trying} onClick={() => void tryNow()}>
          {texts.retry}
        </Button>
      ) : null}
    </div>
  );
}

type Connection = 'fine' | 'offline' | 'silent';

/** How often one cheap call checks whether the service answers again. */
const PROBE_MS = 5_000;
const PROBE = { queryKey: ['business_calendar'] };

/**
 * `offline`: the browser has no network. `silent`: it has one, but a call had no answer. Both end with the next answer, and
 * everything on screen is then loaded again.
 */
function useConnection(): Connection {
  const [online, setOnline] = useState(() => navigator.onLine);
  const [silent, setSilent] = useState(false);
  const state: Connection = online ? (silent ? 'silent' : 'fine') : 'offline';

  useEffect(() => {
    const follow = () => setOnline(navigator.onLine);
    addEventListener('online', follow);
    addEventListener('offline', follow);
    // It may have changed since the first render.
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

/** When the newest data on screen was loaded, in ms since 1970; null if nothing is loaded. */
function loadedAt(): number | null {
  const times = queryClient
    .getQueryCache()
    .findAll({ type: 'active' })
    .map((query) => query.state.dataUpdatedAt);
  return Math.max(0, ...times) || null;
}
