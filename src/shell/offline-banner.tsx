import { useEffect, useState } from 'react';
import { useDisplayZone } from '#src/browser/zone.ts';
import { queryClient } from '#src/api/query-client.ts';
import { formatTime } from '#src/format/time.ts';
import { messages as editMessages } from '#src/ticket-edit/messages.ts';
import { startOfflineChanges } from '#src/ticket-edit/update/change-ticket.ts';
import { sendAll, useOfflineCount } from '#src/ticket-edit/update/offline-changes.ts';
import { Button } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { loadedAt, useConnection } from './connection.ts';
import { messages } from './late-messages.ts';

/** Across the top while no answer comes or changes wait for one; what was loaded stays below it. */
export function OfflineBanner() {
  const connection = useConnection();
  const zone = useDisplayZone();
  const [trying, setTrying] = useState(false);
  const texts = messages.connection;
  const waiting = useOfflineCount();
  useEffect(startOfflineChanges, []);
  if (connection === 'fine' && waiting === 0) return null;
  const since = connection === 'fine' ? null : loadedAt();

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
      {connection === 'fine' ? null : (
        <b className="font-medium">{connection === 'offline' ? texts.offline : texts.noAnswer}</b>
      )}
      {since === null ? null : <span>{texts.showing(formatTime(new Date(since).toISOString(), zone))}</span>}
      {waiting === 0 ? null : <span className="tabular-nums">{editMessages.wait(waiting)}</span>}
      {connection === 'fine' ? (
        <Button size="sm" onClick={() => void sendAll()}>
          {editMessages.sendNow}
        </Button>
      ) : null}
      {connection === 'silent' ? (
        <Button size="sm" busy={trying} onClick={() => void tryNow()}>
          {texts.retry}
        </Button>
      ) : null}
    </div>
  );
}
