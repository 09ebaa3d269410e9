import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Reply } from '#contract/operation.ts';
import { listVisitors, type Visitor, type VisitorEvent } from '#contract/visitors.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { read } from '#src/api/read.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { formatInstant, formatNear } from '#src/format/time.ts';
import { useNow } from '#src/format/use-now.ts';
import { messages } from '#src/tickets/messages.ts';
import { TEXT_LINK } from '#src/ui/button.tsx';
import { Skeleton } from '#src/ui/loading.tsx';
import { PropertyRow, Quiet } from './ticket-facts.tsx';

type Answer = Reply<typeof listVisitors>;

const MAX_VISITORS = 50;
const MAX_NAMES = 3;

/** The customer's last visit, the number of tracked events and the newest one. */
export function Visits({ identityId, email }: { readonly identityId: bigint; readonly email: string | null }) {
  const options = { staleTime: 60_000, retry: retryUnlessAbsent };
  const linked = useQuery({
    ...read(listVisitors, { customer_identity_id: identityId, limit: MAX_VISITORS }),
    ...options,
  });
  // A visitor from before the customer existed is linked by the email alone.
  const isUnlinked = linked.data !== undefined && visitorsOf(linked.data).length === 0;
  const named = useQuery({
    ...read(listVisitors, { email: email ?? '', limit: MAX_VISITORS }),
    ...options,
    enabled: isUnlinked && email !== null,
  });
  const list = isUnlinked && email !== null ? named : linked;
  const visitors = list.data === undefined ? [] : visitorsOf(list.data);
  const last = visitors.reduce<Visitor | undefined>(
    (latest, visitor) =>
      latest === undefined || Date.parse(visitor.last_seen_utc) > Date.parse(latest.last_seen_utc) ? visitor : latest,
    undefined,
  );
  const newest = useQuery({
    ...read(listVisitors, { key: last?.visitor_key ?? '' }),
    ...options,
    enabled: last !== undefined && last.event_count > 0,
  });
  return (
    <PropertyRow label={messages.visits.label}>
      {list.error !== null && list.data === undefined ? (
        isAbsent(list.error) ? (
          <Quiet>{messages.visits.notProvided}</Quiet>
        ) : (
          <span role="alert" className="text-12 text-ink-3">
            {messages.visits.failed}{' '}
            <button
              type="button"
              className="hit relative min-h-6 font-medium text-accent-text hover:underline"
              onClick={() => void list.refetch()}
            >
              {messages.visits.retry}
            </button>
          </span>
        )
      ) : list.data === undefined ? (
        <Skeleton className="h-2.5 w-24" />
      ) : last === undefined ? (
        <Quiet>{messages.visits.none}</Quiet>
      ) : (
        <LastVisit visitors={visitors} last={last} events={newest.data === undefined ? [] : eventsOf(newest.data)} />
      )}
    </PropertyRow>
  );
}

interface LastVisitProps {
  readonly visitors: readonly Visitor[];
  readonly last: Visitor;
  readonly events: readonly VisitorEvent[];
}

function LastVisit({ visitors, last, events }: LastVisitProps) {
  const zone = useDisplayZone();
  const nowMs = useNow();
  const count = visitors.reduce((sum, visitor) => sum + visitor.event_count, 0);
  const names = [...new Set(events.map(({ event }) => event))].slice(0, MAX_NAMES);
  return (
    <span className="min-w-0 py-1">
      <Link to="/customers/visitors/$key" params={{ key: last.visitor_key }} className={TEXT_LINK}>
        <time dateTime={last.last_seen_utc} title={formatInstant(last.last_seen_utc, zone)} className="tabular-nums">
          {formatNear(last.last_seen_utc, zone, nowMs)}
        </time>
      </Link>
      <span className="block text-12 text-ink-3 tabular-nums">{messages.visits.events(count, formatCount(count))}</span>
      {names.length === 0 ? null : (
        <span dir="auto" className="block text-12 text-ink-3 [overflow-wrap:anywhere]">
          {names.join(', ')}
        </span>
      )}
    </span>
  );
}

function visitorsOf(answer: Answer): readonly Visitor[] {
  return 'items' in answer ? answer.items : [];
}

function eventsOf(answer: Answer): readonly VisitorEvent[] {
  return 'events' in answer ? answer.events : [];
}

function isAbsent(error: Error): boolean {
  return error instanceof ApiFailure && (error.kind === 'not_found' || error.kind === 'bad_request');
}

function retryUnlessAbsent(count: number, error: Error): boolean {
  return !isAbsent(error) && count < 2;
}
