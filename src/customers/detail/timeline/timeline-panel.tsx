import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import {
  listCustomerTimeline,
  type TimelineKind,
  type TimelineItem,
  TIMELINE_KINDS,
} from '#contract/customer-timeline.ts';
import { read } from '#src/api/read.ts';
import { MoreRows } from '#src/customers/detail/more-rows.tsx';
import { CustomerPanel, Nothing } from '#src/customers/detail/panel.tsx';
import { formatCount } from '#src/format/number.ts';
import { QueryState } from '#src/panels/panel.tsx';
import { messages } from './messages.ts';
import { TimelineLines } from './timeline-lines.tsx';

interface KindChipsProps {
  /** Those that are shown; none means all. */
  readonly kinds: readonly TimelineKind[];
  readonly counts: Readonly<Record<TimelineKind, number>>;
  readonly onKinds: (kinds: readonly TimelineKind[]) => void;
}

/** What of the timeline is shown, with how many there are of each kind; a kind that has nothing is left out. */
function KindChips({ kinds, counts, onKinds }: KindChipsProps) {
  const total = TIMELINE_KINDS.reduce((sum, kind) => sum + counts[kind], 0);
  const offered = TIMELINE_KINDS.filter((kind) => counts[kind] > 0 || kinds.includes(kind));
  return (
    <div role="group" aria-label={messages.label} className="flex flex-wrap gap-1.5 py-1.5 print:hidden">
      <KindChip label={messages.all} count={total} isOn={kinds.length === 0} onPress={() => onKinds([])} />
      {offered.map((kind) => {
        const isOn = kinds.includes(kind);
        return (
          <KindChip
            key={kind}
            label={messages.kinds[kind]}
            count={counts[kind]}
            isOn={isOn}
            onPress={() => onKinds(isOn ? kinds.filter((one) => one !== kind) : [...kinds, kind])}
          />
        );
      })}
    </div>
  );
}

interface KindChipProps {
  readonly label: string;
  readonly count: number;
  readonly isOn: boolean;
  readonly onPress: () => void;
}

function KindChip({ label, count, isOn, onPress }: KindChipProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      className={`hit relative inline-flex min-h-6 items-center gap-1.5 rounded-chip border px-2 text-12 whitespace-nowrap ${
        isOn ? 'border-accent-line bg-accent-tint text-accent-text' : 'border-line-strong text-ink-2 hover:bg-hover'
      }`}
      onClick={onPress}
    >
      {label} <span className={`tabular-nums ${isOn ? '' : 'text-ink-3'}`}>{formatCount(count)}</span>
    </button>
  );
}

const PAGE = 50;

/** The first pages of a timeline, newest first; what comes meanwhile moves the others, and nothing stands twice. */
function useTimeline(customerId: bigint, kinds: readonly TimelineKind[], pages: number) {
  const queries = useQueries({
    queries: Array.from({ length: pages }, (_, page) => ({
      ...read(listCustomerTimeline, {
        identity_id: customerId,
        limit: PAGE,
        skip: page * PAGE,
        ...(kinds.length === 0 ? {} : { kinds: [...kinds] }),
      }),
      staleTime: 15_000,
      refetchInterval: 60_000,
    })),
  });
  const [first, ...rest] = queries;
  const byId = new Map<string, TimelineItem>();
  for (const { data } of queries) {
    for (const item of data?.items ?? []) if (!byId.has(item.id)) byId.set(item.id, item);
  }
  const last = rest.at(-1);
  return {
    first,
    items: [...byId.values()],
    isMoreLoading: last !== undefined && last.isFetching && last.data === undefined,
    failedMore: rest.find(({ data, isError }) => isError && data === undefined) ?? null,
    hasMore: (first?.data?.total_count ?? 0) > pages * PAGE,
  };
}

interface TimelinePanelProps {
  readonly customerId: bigint;
  /** None means all. */
  readonly kinds: readonly TimelineKind[];
  readonly onKinds: (kinds: readonly TimelineKind[]) => void;
}

/** Everything that happened with a customer, in one order. */
export function TimelinePanel({ customerId, kinds, onKinds }: TimelinePanelProps) {
  const [shown, setShown] = useState({ kinds, pages: 1 });
  const pages = shown.kinds.join() === kinds.join() ? shown.pages : 1;
  const { first, items, isMoreLoading, failedMore, hasMore } = useTimeline(customerId, kinds, pages);
  if (first === undefined) return null;
  const total = first.data?.total_count;
  return (
    <CustomerPanel
      title={messages.title}
      note={
        total === undefined || total === items.length
          ? null
          : messages.shown(formatCount(items.length), formatCount(total))
      }
      resource={listCustomerTimeline.resource}
    >
      <QueryState query={first} name={messages.name} rows={6}>
        {({ counts }) => (
          <>
            <KindChips kinds={kinds} counts={counts} onKinds={onKinds} />
            {items.length > 0 ? (
              <TimelineLines items={items} />
            ) : kinds.length === 0 ? (
              <Nothing>{messages.empty}</Nothing>
            ) : (
              <Nothing>
                {messages.noMatch}{' '}
                <button
                  type="button"
                  className="hit relative text-accent-text hover:underline"
                  onClick={() => onKinds([])}
                >
                  {messages.showAll}
                </button>
              </Nothing>
            )}
            <MoreRows
              texts={messages}
              hasMore={hasMore}
              isLoading={isMoreLoading}
              failed={failedMore}
              onMore={() => setShown({ kinds, pages: pages + 1 })}
            />
          </>
        )}
      </QueryState>
    </CustomerPanel>
  );
}
