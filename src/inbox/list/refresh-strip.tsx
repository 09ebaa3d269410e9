import { useDisplayZone } from '#src/browser/zone.ts';
import { formatTime } from '#src/format/time.ts';
import { useOffline } from '#src/browser/offline.ts';
import { StaleStrip } from '#src/ui/stale-strip.tsx';
import type { TicketList } from './use-ticket-list.ts';

/** The last refetch of the list failed: the rows stay, with their time. Without any network the shell says so. */
export function RefreshStrip({ list }: { readonly list: TicketList }) {
  const zone = useDisplayZone();
  const offline = useOffline();
  if (list.refreshError === null || offline) return null;
  const shownAt = formatTime(new Date(list.updatedAt).toISOString(), zone);
  return <StaleStrip shownAt={shownAt} onRetry={() => void list.refresh()} retrying={list.isFetching} />;
}
