import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { getHealth } from '#contract/site.ts';
import { read } from '#src/api/read.ts';
import { parseDuration } from '#src/format/duration.ts';
import { formatCount } from '#src/format/number.ts';
import { ListGrid, type ListGridProps } from '#src/inbox/list/list-grid.tsx';
import { countLoadedGroups, type GroupCounts } from '#src/inbox/list/list-order.ts';
import type { ListPlan } from '#src/inbox/list/list-plan.ts';
import { countOptions, folderFacetOptions } from '#src/inbox/list/list-queries.ts';
import type { TicketList } from '#src/inbox/list/use-ticket-list.ts';
import { askedTags, AskedTagsContext } from '#src/inbox/rows/ticket-row.tsx';
import { SlowNotice } from '#src/ui/slow-notice.tsx';
import { EmptyList, FailedList } from '#src/inbox/list/list-states.tsx';
import { NewTickets } from '#src/inbox/list/new-tickets.tsx';
import { TableGrid } from '#src/inbox/list/table-grid.tsx';
import { messages } from './messages.ts';
import { isSameFilter, type InboxSearch } from './search.ts';

function useGroupCounts(search: InboxSearch, plan: ListPlan, list: TicketList): GroupCounts {
  const { query, groups } = plan;
  const isWhole = groups === 'whole';
  // Of the plain inbox the folders have counted it already.
  const isPlain = isSameFilter(search, {});
  const folders = useQuery({ ...folderFacetOptions(), enabled: isWhole && isPlain }).data?.facets?.folder;
  const counted = useQuery({
    ...countOptions({ ...query, first_reply: 'none' }),
    enabled: isWhole && !isPlain && query.first_reply === undefined,
  }).data?.total_count;
  const waiting = isPlain ? folders?.needs_first_reply : counted;
  const total = list.total ?? 0;
  if (!isWhole) return countLoadedGroups(list.rows, list.headLength, total);
  if (query.first_reply !== undefined) {
    return query.first_reply === 'none'
      ? { waiting: total, replied: 0, rest: 0 }
      : { waiting: 0, replied: total, rest: 0 };
  }
  return { waiting, replied: waiting === undefined ? undefined : Math.max(0, total - waiting), rest: 0 };
}

/** "50 of 312", and a way on when some rows failed. */
function ListFooter({ list }: { readonly list: TicketList }) {
  if (list.total === null) return null;
  const loaded = Math.min(list.rows.countLoaded(), list.total);
  return (
    <footer className="flex min-h-7 flex-none items-center gap-2 border-t border-line px-4 text-12 text-ink-3 tabular-nums">
      <span title={messages.shownHint}>{messages.shown(formatCount(loaded), formatCount(list.total))}</span>
      {list.blockError === null ? null : (
        <span role="alert" className="flex min-w-0 items-center gap-2 text-danger-text">
          {messages.blockFailed}
          <button
            type="button"
            className="hit relative min-h-6 font-medium text-accent-text hover:underline"
            onClick={() => void list.refresh()}
          >
            {messages.retry}
          </button>
        </span>
      )}
    </footer>
  );
}

/** A row that is not loaded yet, in the geometry of a loaded one. Stays invisible for the first 150 ms. */
function SkeletonRow({ isTable }: { readonly isTable: boolean }) {
  return <div aria-hidden="true" className="skeleton-row" data-table={isTable || undefined} />;
}

function SkeletonRows({ isTable }: { readonly isTable: boolean }) {
  return Array.from({ length: 12 }, (_, index) => <SkeletonRow key={index} isTable={isTable} />);
}

interface ListPaneProps extends Omit<ListGridProps, 'groupCounts' | 'table' | 'thresholdMs' | 'startAt'> {
  readonly search: InboxSearch;
  readonly isTable: boolean;
}

/** The rows, or what stands in their place: loading, failed, nothing there. */
export function ListPane({ search, isTable, ...shown }: ListPaneProps) {
  const { grid, list, plan, actions } = shown;
  const groupCounts = useGroupCounts(search, plan, list);
  const threshold = useQuery({ ...read(getHealth), staleTime: 60_000 }).data?.stale_threshold;
  const thresholdMs = useMemo(() => (threshold === undefined ? null : parseDuration(threshold)), [threshold]);
  // Not the whole address: scrolling changes that.
  const { tag, filter } = search;
  const tags = useMemo(() => askedTags({ tag, filter }), [tag, filter]);
  const retry = () => void list.refresh();
  const skeleton = (
    <div role="status" aria-label={messages.loading} className="min-h-0 flex-1 overflow-hidden">
      {isTable ? <i className="block h-[33px] border-b" /> : null}
      {plan.groups === 'none' ? null : <i className="frame-group" />}
      <SkeletonRows isTable={isTable} />
      <SlowNotice onRetry={retry} />
    </div>
  );
  if (list.error !== null) {
    return (
      <FailedList error={list.error} isFetching={list.isFetching} onRetry={retry} search={search} actions={actions} />
    );
  }
  if (list.total === null) {
    return skeleton;
  }
  const rows = { ...shown, groupCounts, thresholdMs, startAt: search.skip ?? 0 };
  const newTickets = <NewTickets grid={grid} list={list} plan={plan} isTable={isTable} />;
  if (list.total === 0) {
    return (
      <>
        {newTickets}
        <EmptyList search={search} actions={actions} />
      </>
    );
  }
  return (
    <AskedTagsContext value={tags}>
      {newTickets}
      {isTable ? <TableGrid {...rows} /> : <ListGrid {...rows} table={null} />}
      <ListFooter list={list} />
    </AskedTagsContext>
  );
}
