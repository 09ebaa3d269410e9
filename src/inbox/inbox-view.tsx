import { Suspense, useCallback, useEffect, useMemo, useRef } from 'react';
import { useWhoami } from '#src/api/whoami.ts';
import { hideJob, useJobPlace } from '#src/ticket-changes/job-place.ts';
import { announce } from '#src/ui/announce.ts';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { useShortcut } from '#src/ui/shortcuts.ts';
import { useMedia } from '#src/ui/use-media.ts';
import { abilitiesOf } from './abilities.ts';
import { FilterBar } from './filter-bar.tsx';
import { InboxActions } from './inbox-actions.tsx';
import { noteOf } from './inbox-note.ts';
import type { InboxViewProps } from './inbox-props.ts';
import type { GridHandle, OpenOptions } from './list-grid.tsx';
import { ListPane } from './list-pane.tsx';
import { planList, withFilter, withoutFilters } from './list-plan.ts';
import { useListWidth } from './list-width.ts';
import { messages } from './messages.ts';
import type { InboxSearch } from './search.ts';
import { Splitter } from './splitter.tsx';
import { useHead } from './use-head.ts';
import { useIdle } from '#src/ui/use-idle.ts';
import { useListNews } from './use-list-news.ts';
import { useSelection } from './use-selection.ts';
import { useTicketFocus } from './use-ticket-focus.ts';
import { useTicketList } from './use-ticket-list.ts';

// Nothing of it is needed to read the list: fetched when that stands.
const Verbs = lazyPart(async () => (await import('./verbs.tsx')).Verbs);
const RefreshStrip = lazyPart(async () => (await import('./refresh-strip.tsx')).RefreshStrip);
const BulkJobPanel = lazyPart(async () => (await import('./bulk-job-panel.tsx')).BulkJobPanel);

/** The inbox: filters, the list, and the open ticket beside or over it. */
export function InboxView({ search, go, leaveTicket, Header, renderTicket, onIntent }: InboxViewProps) {
  const { filters, agents, isAgent } = abilitiesOf(useWhoami());
  const can = useMemo(() => ({ filters, agents, isAgent }), [filters, agents, isAgent]);
  const plan = useMemo(() => planList(search, can), [search, can]);
  const listKey = plan.key;
  const [head, setHeadSkip] = useHead(search, listKey);
  const list = useTicketList(plan, head);
  const selection = useSelection(listKey, list.rows, list.total);
  const hasVerbs = useIdle(list.total !== null);
  const isPhone = useMedia('(max-width: 767px)');
  const [width, setWidth] = useListWidth();
  const grid = useRef<GridHandle>(null);
  const listPane = useRef<HTMLElement>(null);
  const isTable = search.layout === 'table' && !isPhone;
  const isSplit = !isTable && !isPhone;
  const isCovered = search.ticket !== undefined && !isSplit;
  const { detailPane, askFocus } = useTicketFocus(search.ticket, isCovered, grid);
  useListNews({ plan, list, listKey, onIgnored: () => go(search, { replace: true }) });

  const latest = useRef({ search, go, list });
  useEffect(() => {
    latest.current = { search, go, list };
  });
  const change = (next: Partial<InboxSearch>) => go(withFilter(search, next), { replace: true });
  const clear = () => go(withoutFilters(search), { replace: true });
  const openTicket = useCallback(
    (id: string, { replace, focusDetail }: OpenOptions) => {
      const now = latest.current;
      if (focusDetail) askFocus();
      hideJob();
      if (now.search.ticket !== id) now.go({ ...now.search, ticket: id, tab: undefined }, { replace });
    },
    [askFocus],
  );
  const onFirstRow = useCallback((first: number) => {
    const now = latest.current;
    if (now.list.isOutdated || first === (now.search.skip ?? 0)) return;
    now.go({ ...now.search, skip: first === 0 ? undefined : first }, { replace: true });
  }, []);

  // Others resolved some, or the address was made by hand: the last page is the nearest there is.
  const { total, isOutdated } = list;
  useEffect(() => {
    if (total === null || total === 0 || isOutdated || head.skip < total) return;
    setHeadSkip(Math.floor((total - 1) / head.limit) * head.limit);
  });

  const { keys, display } = messages;
  function setLayout(layout: 'table' | undefined): void {
    // The table has no room beside it: the open ticket would hide what was asked for.
    const { ticket: _ticket, tab: _tab, ...bare } = search;
    go(layout === 'table' ? { ...bare, layout } : { ...search, layout }, { replace: false });
    announce(display.toggled(layout === undefined ? display.split : display.table));
  }
  async function refresh(): Promise<void> {
    await list.refresh();
    announce(messages.refreshed);
  }
  function leave(): void | false {
    if (isCovered) return leaveTicket();
    if (search.ticket === undefined || !detailPane.current?.contains(document.activeElement)) return false;
    grid.current?.focusTicket(search.ticket);
  }
  const { group } = keys;
  useShortcut('v', () => setLayout(isTable ? undefined : 'table'), { label: keys.layout, group, when: !isPhone });
  // The frame's key, with the list's own way of doing it.
  useShortcut('r', () => void refresh());
  useShortcut('escape', leave, { label: keys.back, group, when: search.ticket !== undefined });

  const index = search.ticket === undefined ? undefined : list.rows.indexOf(search.ticket);
  const job =
    useJobPlace() === 'shown' ? (
      <Suspense fallback={null}>
        <BulkJobPanel
          kind={isPhone ? 'sheet' : isTable ? 'side' : 'pane'}
          onOpen={(id) => openTicket(id, { replace: false, focusDetail: true })}
          onLeave={() => grid.current?.activeRow().element?.focus()}
        />
      </Suspense>
    ) : null;
  const step = (by: 1 | -1) => () => grid.current?.step(by);
  const detail = (
    <section
      ref={detailPane}
      tabIndex={-1}
      aria-label={messages.ticket}
      className={`flex min-h-0 min-w-0 flex-1 flex-col bg-surface outline-none ${isCovered ? 'absolute inset-0 z-sticky' : ''}`}
    >
      {search.ticket === undefined ? (
        <EmptyBlock icon="inbox" title={messages.select} />
      ) : (
        renderTicket({
          id: search.ticket,
          tab: search.tab ?? 'timeline',
          onTab: (tab) => go({ ...search, tab: tab === 'timeline' ? undefined : tab }, { replace: true }),
          position: index === undefined ? null : index + 1,
          total: total ?? 0,
          onPrevious: index !== undefined && index > 0 ? step(-1) : undefined,
          onNext: index !== undefined && index + 1 < (total ?? 0) ? step(1) : undefined,
          onBack: isCovered ? leaveTicket : undefined,
        })
      )}
    </section>
  );

  return (
    // In a very low window the page scrolls; the list still needs a height of its own to be windowed.
    <div className="relative flex min-h-0 min-w-0 flex-1 flex-col [@media(max-height:480px)]:h-[max(85dvh,300px)] [@media(max-height:480px)]:flex-none">
      <div inert={isCovered} className="flex min-h-0 min-w-0 flex-1 flex-col">
        <Header
          title={messages.title}
          note={noteOf(search, total)}
          actions={
            <InboxActions
              search={search}
              plan={plan}
              can={can}
              isFetching={list.isFetching}
              hasLayouts={!isPhone}
              onRefresh={() => void refresh()}
              onLayout={setLayout}
              onChange={(next) => go({ ...search, ...next }, { replace: true })}
            />
          }
        />
        {list.refreshError === null ? null : (
          <Suspense fallback={null}>
            <RefreshStrip list={list} />
          </Suspense>
        )}
        <FilterBar
          search={search}
          plan={plan}
          can={can}
          groupedWithin={plan.groups === 'loaded' && (total ?? 0) > list.headLength ? list.headLength : null}
          onFilter={change}
          onSort={change}
        />
        <div className="flex min-h-0 flex-1">
          <section
            ref={listPane}
            aria-label={messages.tickets}
            style={isSplit && width !== null ? { inlineSize: width } : undefined}
            className={`flex min-h-0 min-w-0 flex-col ${isSplit ? 'w-[340px] flex-none xl:w-[400px] 2xl:w-[480px]' : 'flex-1'}`}
          >
            <ListPane
              key={`${listKey} ${isTable}`}
              handle={grid}
              list={list}
              plan={plan}
              can={can}
              search={search}
              headSkip={head.skip}
              isTable={isTable}
              isSplit={isSplit}
              isCovered={isCovered}
              onOpen={openTicket}
              onIntent={onIntent}
              onFirstRow={onFirstRow}
              onChange={change}
              onClear={clear}
              selection={selection}
            />
            {hasVerbs ? (
              <Suspense fallback={null}>
                <Verbs
                  grid={grid}
                  list={list}
                  plan={plan}
                  selection={selection}
                  openId={search.ticket}
                  isCovered={isCovered}
                />
              </Suspense>
            ) : null}
          </section>
          {isSplit ? (
            <>
              <Splitter measure={() => listPane.current?.offsetWidth ?? 400} width={width} onWidth={setWidth} />
              {job ?? detail}
            </>
          ) : (
            job
          )}
        </div>
      </div>
      {isCovered ? detail : null}
    </div>
  );
}
