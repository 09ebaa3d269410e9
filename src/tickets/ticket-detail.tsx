import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useDisplayZone } from '#src/api/display-zone.ts';
import { read } from '#src/api/read.ts';
import { parseDuration } from '#src/format/duration.ts';
import { parseId } from '#src/format/id.ts';
import { formatTime } from '#src/format/time.ts';
import { Dialog } from '#src/ui/dialog.tsx';
import { useOffline } from '#src/ui/offline-store.ts';
import { useShortcut } from '#src/ui/shortcuts.ts';
import { StaleStrip } from '#src/ui/stale-strip.tsx';
import { useMedia } from '#src/ui/use-media.ts';
import { getHealth } from '#src/api/endpoints.ts';
import { messages } from './messages.ts';
import { ThreadSkeleton, TicketBody } from './ticket-body.tsx';
import { TicketFailure } from './ticket-failure.tsx';
import { TicketHead } from './ticket-head.tsx';
import type { ListPlace } from './ticket-place.ts';
import { TicketProperties } from './ticket-properties.tsx';
import { ticketOptions } from './ticket-query.ts';
import type { TicketTab } from './ticket-tab.ts';
import { TicketTabs } from './ticket-tabs.tsx';

interface TicketDetailProps {
  /** As in the URL. */
  readonly id: string;
  readonly tab: TicketTab;
  readonly onTab: (tab: TicketTab) => void;
  readonly place?: ListPlace;
  /** Given where the ticket has the screen to itself. */
  readonly onBack?: (() => void) | undefined;
  /** The way on when there is no such ticket. */
  readonly onInbox: () => void;
}

/** One ticket: conversation and activity, its properties beside them where there is room. */
export function TicketDetail({ id, tab, onTab, place, onBack, onInbox }: TicketDetailProps) {
  const parsed = parseId(id);
  const query = useQuery({ ...ticketOptions(parsed ?? 0n), enabled: parsed !== null });
  const threshold = useQuery({ ...read(getHealth), staleTime: 60_000 }).data?.stale_threshold;
  const thresholdMs = useMemo(() => (threshold === undefined ? null : parseDuration(threshold)), [threshold]);
  const hasPane = useMedia('(min-width: 1280px)');
  const [isOpen, setIsOpen] = useState(false);
  const isOffline = useOffline();
  const zone = useDisplayZone();
  const { data: ticket, isPlaceholderData: isPreview } = query;
  const { keys } = messages;
  useShortcut('i', () => setIsOpen(true), {
    label: keys.properties,
    group: keys.group,
    when: !hasPane && ticket !== undefined,
  });
  // Another ticket begins at its own start.
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    body.current?.scrollTo({ top: 0 });
  }, [id, tab]);

  const retry = () => void query.refetch();
  if (parsed === null || (query.isError && (ticket === undefined || isPreview))) {
    return (
      <TicketFailure
        id={id}
        error={parsed === null ? null : query.error}
        isFetching={query.isFetching}
        onRetry={retry}
        onInbox={onInbox}
      />
    );
  }
  if (ticket === undefined) {
    return (
      <div aria-busy="true" className="px-5 py-3">
        <ThreadSkeleton />
      </div>
    );
  }
  const properties = <TicketProperties ticket={ticket} thresholdMs={thresholdMs} isPreview={isPreview} />;
  const counts = { comments: ticket.comments?.length, activity: ticket.activity?.length, links: ticket.links?.length };
  return (
    <div className="flex min-h-0 min-w-0 flex-1">
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <TicketHead
          ticket={ticket}
          place={place}
          onBack={onBack}
          onProperties={hasPane ? undefined : () => setIsOpen(true)}
        />
        {query.isError && !isOffline ? (
          <StaleStrip
            shownAt={formatTime(new Date(query.dataUpdatedAt).toISOString(), zone)}
            onRetry={retry}
            retrying={query.isFetching}
          />
        ) : null}
        <TicketTabs tab={tab} counts={counts} onTab={onTab} />
        <div ref={body} tabIndex={-1} className="pane flex-1 px-5 py-2 outline-none max-md:px-4">
          <TicketBody ticket={ticket} tab={tab} isPreview={isPreview} />
        </div>
      </div>
      {hasPane ? (
        <aside
          aria-label={messages.properties.label}
          className="pane w-[252px] flex-none border-s border-line px-4 py-2.5 2xl:w-[320px]"
        >
          {properties}
        </aside>
      ) : null}
      {isOpen && !hasPane ? (
        <Dialog kind="drawer" title={messages.properties.label} onClose={() => setIsOpen(false)}>
          {properties}
        </Dialog>
      ) : null}
    </div>
  );
}
