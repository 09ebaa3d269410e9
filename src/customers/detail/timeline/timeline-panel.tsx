import { useState } from 'react';
import { listCustomerTimeline, type TimelineKind } from '#contract/customer-timeline.ts';
import { MoreRows } from '#src/customers/detail/more-rows.tsx';
import { CustomerPanel, Nothing } from '#src/customers/detail/panel.tsx';
import { QueryState } from '#src/panels/panel.tsx';
import { formatCount } from '#src/format/number.ts';
import { KindChips } from './kind-chips.tsx';
import { messages } from './messages.ts';
import { TimelineLines } from './timeline-lines.tsx';
import { useTimeline } from './use-timeline.ts';

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
