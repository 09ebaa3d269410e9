import { useQuery } from '@tanstack/react-query';
import { Suspense, useMemo, type RefObject } from 'react';
import { read } from '#src/api/read.ts';
import { parseDuration } from '#src/format/duration.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { SlowNotice } from '#src/ui/slow-notice.tsx';
import { getHealth } from '#src/api/endpoints.ts';
import { ListFooter } from './list-footer.tsx';
import { ListGrid, type GridHandle, type OpenOptions } from './list-grid.tsx';
import { activeFilters, type Abilities, type ListPlan } from './list-plan.ts';
import { messages } from './messages.ts';
import type { InboxSearch } from './search.ts';
import { SkeletonRows } from './skeleton-row.tsx';
import { useIdle } from '#src/ui/use-idle.ts';
import { useGroupCounts } from './use-group-counts.ts';
import type { Selection } from './use-selection.ts';
import type { TicketList } from './use-ticket-list.ts';

const ListNews = lazyPart(async () => (await import('./list-news.tsx')).ListNews);
// Fetched beside the verbs, so that they are there when the service is not.
const loadStates = () => import('./list-states.tsx');
const EmptyList = lazyPart(async () => (await loadStates()).EmptyList);
const FailedList = lazyPart(async () => (await loadStates()).FailedList);

interface ListPaneProps {
  readonly handle: RefObject<GridHandle | null>;
  readonly list: TicketList;
  readonly plan: ListPlan;
  readonly can: Abilities;
  readonly search: InboxSearch;
  readonly headSkip: number;
  readonly isTable: boolean;
  readonly isSplit: boolean;
  readonly isCovered: boolean;
  readonly onOpen: (id: string, options: OpenOptions) => void;
  readonly onIntent: (id: string) => void;
  readonly onFirstRow: (index: number) => void;
  readonly onChange: (change: Partial<InboxSearch>) => void;
  readonly onClear: () => void;
  readonly selection: Selection;
}

/** The rows, or what stands in their place: loading, failed, nothing there. */
export function ListPane(props: ListPaneProps) {
  const { list, plan, can, search, isTable, onChange, onClear } = props;
  const groupCounts = useGroupCounts(plan, list);
  const threshold = useQuery({ ...read(getHealth), staleTime: 60_000 }).data?.stale_threshold;
  const thresholdMs = useMemo(() => (threshold === undefined ? null : parseDuration(threshold)), [threshold]);
  const hasNews = useIdle(list.total !== null);
  const retry = () => void list.refresh();
  if (list.error !== null) {
    return (
      <Suspense fallback={null}>
        <FailedList
          error={list.error}
          isFetching={list.isFetching}
          onRetry={retry}
          hasFilters={activeFilters(search).length > 0}
          onClear={onClear}
        />
      </Suspense>
    );
  }
  if (list.total === null) {
    return (
      <div role="status" aria-label={messages.loading} className="min-h-0 flex-1 overflow-hidden">
        <SkeletonRows isTable={isTable} />
        <SlowNotice onRetry={retry} />
      </div>
    );
  }
  const news = hasNews ? (
    <Suspense fallback={null}>
      <ListNews handle={props.handle} list={list} plan={plan} can={can} isTable={isTable} />
    </Suspense>
  ) : null;
  if (list.total === 0) {
    return (
      <>
        {news}
        <Suspense fallback={null}>
          <EmptyList search={search} plan={plan} can={can} onChange={onChange} onClear={onClear} />
        </Suspense>
      </>
    );
  }
  return (
    <>
      {news}
      <ListGrid
        handle={props.handle}
        list={list}
        plan={plan}
        headSkip={props.headSkip}
        groupCounts={groupCounts}
        isTable={isTable}
        isSplit={props.isSplit}
        isCovered={props.isCovered}
        selectedId={search.ticket}
        selection={props.selection}
        thresholdMs={thresholdMs}
        startAt={search.skip ?? 0}
        onOpen={props.onOpen}
        onIntent={props.onIntent}
        onFirstRow={props.onFirstRow}
      />
      <ListFooter list={list} />
    </>
  );
}
