import { useState } from 'react';
import { useDisplayZone } from '#src/browser/zone.ts';
import { queryClient } from '#src/api/query-client.ts';
import { formatTime } from '#src/format/time.ts';
import { Button } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { loadedAt, useConnection } from './connection.ts';
import { messages } from './messages.ts';

/** Across the top while no answer comes; what was loaded stays below it. */
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
