import { useEffect, useSyncExternalStore, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { PortalSession } from '#contract/portal-page.ts';
import { formatTime } from '#src/format/time.ts';
import { isAtWork, leadOf } from '#src/portal-requests/request-words.ts';
import { RequestList } from '#src/portal-requests/request-list.tsx';
import { RequestThread } from '#src/portal-requests/request-thread.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { messages } from './messages.ts';
import { Notice } from './notice.tsx';
import { PageFrame, untilOf, visitorZone } from './page-frame.tsx';
import { usePortal } from './portal-store.ts';
import { RatingPart } from './rating.tsx';

interface RequestsProps {
  readonly session: PortalSession;
  readonly zone: string;
}

/** The lead, the list and one request; on a phone the request comes first and the list under it. */
function Requests({ session, zone }: RequestsProps) {
  const { tickets, requester_email: email } = session;
  const total = session.total_count ?? tickets.length;
  const [chosen, setChosen] = useState<bigint | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = tickets.find(({ id }) => id === chosen) ?? tickets.find(isAtWork) ?? tickets[0];

  function choose(id: bigint): void {
    flushSync(() => setChosen(id));
    // Where the list lies under the request, what was chosen is out of sight.
    const { current } = heading;
    if (current !== null && current.getBoundingClientRect().top < 0) current.scrollIntoView({ block: 'start' });
    current?.focus({ preventScroll: true });
  }

  return (
    <main className="mx-auto w-full max-w-[1040px] px-4 pt-[18px] pb-10 md:px-6 md:pt-7">
      <h1 className="text-20 font-semibold text-balance">{leadOf(tickets, total)}</h1>
      <p className="text-pretty text-ink-2 [overflow-wrap:anywhere]">
        {shown === undefined ? messages.noneText(email) : messages.whose(email)}
      </p>
      {shown === undefined ? null : (
        <div className="mt-5 grid gap-x-12 gap-y-7 md:grid-cols-[minmax(0,320px)_minmax(0,1fr)] lg:grid-cols-[360px_minmax(0,1fr)]">
          <RequestThread
            key={String(shown.id)}
            ticket={shown}
            isTeamIn={session.is_open}
            zone={zone}
            heading={heading}
            end={<RatingPart ticket={shown} />}
          />
          <RequestList tickets={tickets} total={total} shownId={shown.id} zone={zone} onChoose={choose} />
        </div>
      )}
    </main>
  );
}

/** The page while its link is being exchanged: bars where the words will stand. */
function PortalSkeleton() {
  return (
    <main aria-busy="true" className="mx-auto w-full max-w-[1040px] px-4 pt-[18px] pb-10 md:px-6 md:pt-7">
      <h1 className="sr-only">{messages.loading}</h1>
      <Skeleton className="mt-2 h-4 w-72 max-w-full" />
      <Skeleton className="mt-4 h-3 w-96 max-w-full" />
      <div className="mt-9 grid gap-x-12 gap-y-7 md:grid-cols-[minmax(0,320px)_minmax(0,1fr)] lg:grid-cols-[360px_minmax(0,1fr)]">
        <div className="hidden flex-col gap-9 md:flex">
          {[64, 48, 56, 44].map((width) => (
            <div key={width} className="flex flex-col gap-2.5">
              <Skeleton className={WIDTHS[width] ?? ''} />
              <Skeleton className="h-2 w-24" />
            </div>
          ))}
        </div>
        <div className="flex flex-col gap-3.5">
          <Skeleton className="h-4 w-80 max-w-full" />
          {[1, 2, 3, 4].map((line) => (
            <Skeleton key={line} />
          ))}
          <Skeleton className="h-2.5 w-1/2" />
        </div>
      </div>
    </main>
  );
}

const WIDTHS: Readonly<Record<number, string>> = {
  64: 'h-2.5 w-64',
  48: 'h-2.5 w-48',
  56: 'h-2.5 w-56',
  44: 'h-2.5 w-44',
};

/** Whether this device says that it has a network. */
function useOnline(): boolean {
  return useSyncExternalStore(
    (listener) => {
      addEventListener('online', listener);
      addEventListener('offline', listener);
      return () => {
        removeEventListener('online', listener);
        removeEventListener('offline', listener);
      };
    },
    () => navigator.onLine,
  );
}

/** The customer's page: their requests, or why there is nothing to see. */
export function PortalApp() {
  const state = usePortal();
  const isOnline = useOnline();
  const name = state.phase === 'open' ? state.session.site_name : undefined;
  useEffect(() => {
    document.title = name === undefined || name === '' ? messages.title : `${messages.title} · ${name}`;
  }, [name]);

  if (state.phase === 'loading') {
    return (
      <PageFrame>
        <PortalSkeleton />
      </PageFrame>
    );
  }
  if (state.phase !== 'open') {
    return (
      <PageFrame>
        <Notice state={state} isOnline={isOnline} />
      </PageFrame>
    );
  }
  const { session, loadedAt } = state;
  const zone = visitorZone();
  const loaded = formatTime(new Date(loadedAt).toISOString(), zone);
  return (
    <PageFrame
      name={name}
      until={untilOf(session.expires_utc, zone, Date.now())}
      foot={messages.foot(zone)}
      banner={
        <div role="status">
          {isOnline ? null : (
            <p className="border-b border-warn-line bg-warn-tint px-4 py-2 text-[13px] text-warn-text md:px-6">
              <span className="mx-auto flex w-full max-w-[992px] items-center gap-2">
                <Icon name="offline" size={14} />
                {messages.offline.banner(loaded)}
              </span>
            </p>
          )}
        </div>
      }
    >
      <Requests session={session} zone={zone} />
    </PageFrame>
  );
}
