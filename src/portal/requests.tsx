import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { PortalSession } from '#contract/portal-page.ts';
import { isAtWork, leadOf } from '#src/portal-requests/lead.ts';
import { messages } from './messages.ts';
import { RatingPart } from './rating-part.tsx';
import { RequestList } from '#src/portal-requests/request-list.tsx';
import { RequestThread } from '#src/portal-requests/request-thread.tsx';

interface RequestsProps {
  readonly session: PortalSession;
  readonly zone: string;
}

/** The lead, the list and one request; on a phone the request comes first and the list under it. */
export function Requests({ session, zone }: RequestsProps) {
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
