import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { getHealth } from '#contract/site.ts';
import { read } from '#src/api/read.ts';
import { useMedia } from '#src/browser/use-media.ts';
import { BulkJobPanel } from '#src/bulk-edit/bulk-job-panel.tsx';
import { usePanelVisibility } from '#src/bulk-edit/bulk-job.ts';
import { parseDuration } from '#src/format/duration.ts';
import { formatCount } from '#src/format/number.ts';
import { statusWord } from '#src/format/ticket-words.ts';
import { statusesOf } from '#src/inbox/filters/filter-query.ts';
import { useInboxActions } from '#src/inbox/list/list-actions.ts';
import { ListGrid, type ListGridProps, type TicketGrid } from '#src/inbox/list/list-grid.tsx';
import { planList, type ListPlan } from '#src/inbox/list/list-plan.ts';
import { EmptyList, FailedList, RefreshStrip } from '#src/inbox/list/list-states.tsx';
import { NewTickets } from '#src/inbox/list/new-tickets.tsx';
import { countOptions, useTicketList, type GroupCounts, type TicketList } from '#src/inbox/list/ticket-list.ts';
import { useOpenTicket } from '#src/inbox/list/use-open-ticket.ts';
import { useSelection } from '#src/inbox/list/use-selection.ts';
import { Verbs } from '#src/inbox/verbs/verbs.tsx';
import { PageHeader } from '#src/panels/page-frame.tsx';
import { RecordFrame, useRecordFrame } from '#src/panels/record-frame.tsx';
import type { OpenTicket } from '#src/ticket-edit/open-ticket.ts';
import { WithTagColors } from '#src/ticket-edit/ticket-tag.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { SlowNotice } from '#src/ui/slow-notice.tsx';
import { announce } from '#src/ui/toasts/announce.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { useFolderCounts, useListName } from './folders.ts';
import { FilterBar, HeaderButtons, PhoneTools } from './list-tools.tsx';
import { messages } from './messages.ts';
import { useProfile } from './profile.ts';
import { isSameFilter, type InboxSearch } from './search.ts';
import { FolderSwitch } from './sidebar.tsx';

interface InboxViewProps {
  readonly search: InboxSearch;
  readonly go: (search: InboxSearch, how: { readonly replace: boolean }) => void;
  /** Leaves the open ticket, with Back if the list was before it. */
  readonly leaveTicket: () => void;
  readonly newTicket: ReactNode;
  /** Below the list, such as a reached cap on AI. */
  readonly banner: ReactNode;
  /** A stable function. @param onInbox returns to the list */
  readonly renderTicket: (ticket: OpenTicket, onInbox: () => void) => ReactNode;
  readonly onIntent: (id: string) => void;
  /** Opens the ticket's own page; absent in a frame. @param index its position in the list */
  readonly onPage: ((id: string, index: number | undefined) => void) | undefined;
}

/** The inbox: filters, the list, and the open ticket beside or over it. */
export function InboxView(props: InboxViewProps) {
  const { search, go, newTicket, onIntent } = props;
  const profile = useProfile();
  const plan = useMemo(() => planList(search, profile), [search, profile]);
  const list = useTicketList(plan, search);
  const { total } = list;
  const selection = useSelection(plan.key, list.rows, total);
  const isPhone = useMedia('(max-width: 767px)');
  const grid: TicketGrid = useRef(null);
  const isTable = search.layout === 'table' && !isPhone;
  const isSplit = !isTable && !isPhone;
  const { openId, open, close } = useOpenTicket({
    addressed: search.ticket,
    show: (id, how) => go({ ...search, ticket: id, tab: undefined }, how),
    leave: props.leaveTicket,
  });
  const { group, layout } = messages.keys;
  const frame = useRecordFrame({
    openId,
    hasPage: openId !== undefined,
    isSplit,
    grid,
    onLeave: close,
    keys: messages.keys,
  });
  const { isCovered, requestFocus } = frame;
  const actions = useInboxActions({ search, go, openTicket: open, refresh: list.refresh }, grid, requestFocus);
  const name = useListName(search);
  const hasResults = total !== null;
  useListAnnouncements(plan, list);
  useShortcut('v', () => actions.setLayout(isTable ? undefined : 'table'), { label: layout, group, when: !isPhone });
  useShortcut('r', () => void actions.refresh());
  const [writtenId, setWrittenId] = useState<string>();
  if (writtenId !== undefined && writtenId !== openId) setWrittenId(undefined);
  /** Opens the ticket of the row that the keys are on, so that a key can reach its composer at once. */
  function reachComposer(): string | undefined {
    const active = isCovered ? undefined : grid.current?.activeRow();
    const isOpenOne = active === undefined || (!active.isChosen && openId !== undefined);
    const id = isOpenOne ? openId : active.row?.id.toString();
    if (id === undefined) return undefined;
    flushSync(() => {
      setWrittenId(id);
      actions.open(id, { replace: openId !== undefined, wantsFocus: false, isPassing: true });
    });
    return id;
  }

  const job =
    usePanelVisibility() === 'shown' ? (
      <BulkJobPanel
        kind={isPhone ? 'sheet' : isTable ? 'side' : 'pane'}
        onOpen={(id) => actions.open(id, { replace: false, wantsFocus: true, isPassing: false })}
        onLeave={() => grid.current?.activeRow().element?.focus()}
      />
    ) : undefined;
  const tools = { search, plan, actions, isFetching: list.isFetching, hasResults };
  return (
    <WithTagColors>
      <RecordFrame
        frame={frame}
        header={
          <>
            <PageHeader
              title={name ?? messages.title}
              switcher={<FolderSwitch />}
              note={name === null ? undefined : noteOf(search, total)}
              actions={
                <>
                  {isPhone ? <PhoneTools {...tools} /> : <HeaderButtons {...tools} />}
                  {newTicket}
                </>
              }
            />
            {list.refreshError === null ? null : <RefreshStrip list={list} />}
            {isPhone ? null : <FilterBar {...tools} />}
          </>
        }
        listLabel={messages.tickets}
        listClass={
          isSplit
            ? 'w-[340px] flex-none border-e border-line xl:w-[400px] 2xl:w-[480px]'
            : 'max-w-[1600px] flex-1 2xl:border-e'
        }
        list={
          <>
            <TicketRows
              key={`${plan.key} ${isTable}`}
              grid={grid}
              list={list}
              plan={plan}
              search={search}
              isTable={isTable}
              isSplit={isSplit}
              openId={openId}
              isCovered={isCovered}
              selection={selection}
              actions={actions}
              onIntent={onIntent}
            />
            {hasResults ? (
              <Verbs
                grid={grid}
                list={list}
                plan={plan}
                selection={selection}
                openId={openId}
                isCovered={isCovered}
                onCompose={reachComposer}
              />
            ) : null}
          </>
        }
        recordLabel={messages.ticket}
        record={
          <DrawnTicket
            openId={openId}
            isCovered={isCovered}
            isWritten={writtenId !== undefined && writtenId === openId}
            tab={search.ticket === openId ? (search.tab ?? 'timeline') : 'timeline'}
            list={list}
            grid={grid}
            renderTicket={props.renderTicket}
            onTab={actions.showTab}
            onLeave={close}
            onPage={props.onPage}
          />
        }
        side={job}
        foot={props.banner}
      />
    </WithTagColors>
  );
}

/** The fact beside the title: "38 open", or "312 tickets" for several states. */
function noteOf(search: InboxSearch, total: number | null): string | undefined {
  if (total === null) return undefined;
  const [status, ...others] = statusesOf(search);
  if (status === undefined || others.length > 0) return messages.noteMany(formatCount(total), total);
  return messages.note(formatCount(total), statusWord(status));
}

/** Says that the address has unsupported parameters, and how many tickets match after a change of the filters. */
function useListAnnouncements({ key, isRefused }: ListPlan, { total }: TicketList): void {
  useEffect(() => {
    if (isRefused) toast({ kind: 'info', text: messages.refused });
  }, [isRefused]);
  const said = useRef(key);
  useEffect(() => {
    if (said.current === key || total === null) return;
    said.current = key;
    announce(messages.changed(formatCount(total)));
  }, [key, total]);
}

interface TicketRowsProps extends Omit<ListGridProps, 'groupCounts' | 'thresholdMs' | 'startAt'> {
  readonly search: InboxSearch;
}

/** The rows, or what replaces them: loading, failed, empty. */
function TicketRows({ search, ...shown }: TicketRowsProps) {
  const { grid, list, plan, actions, isTable } = shown;
  const groupCounts = useGroupCounts(search, plan, list);
  const threshold = useQuery({ ...read(getHealth), staleTime: 60_000 }).data?.stale_threshold;
  const thresholdMs = useMemo(() => (threshold === undefined ? null : parseDuration(threshold)), [threshold]);
  const retry = () => void list.refresh();
  if (list.error !== null)
    return (
      <FailedList error={list.error} isFetching={list.isFetching} onRetry={retry} search={search} actions={actions} />
    );
  if (list.total === null)
    return (
      <div role="status" aria-label={messages.loading} className="min-h-0 flex-1 overflow-hidden">
        {isTable ? <i className="block h-[33px] border-b" /> : null}
        {plan.isGrouped ? <i className="frame-group" /> : null}
        {Array.from({ length: 12 }, (_, index) => (
          <div key={index} aria-hidden="true" className="skeleton-row" data-table={isTable || undefined} />
        ))}
        <SlowNotice onRetry={retry} />
      </div>
    );
  return (
    <>
      <NewTickets grid={grid} list={list} plan={plan} isTable={isTable} />
      {list.total === 0 ? (
        <EmptyList search={search} actions={actions} />
      ) : (
        <>
          <ListGrid {...shown} groupCounts={groupCounts} thresholdMs={thresholdMs} startAt={search.skip ?? 0} />
          <ListFooter list={list} total={list.total} />
        </>
      )}
    </>
  );
}

function useGroupCounts(search: InboxSearch, { query, isGrouped }: ListPlan, { total }: TicketList): GroupCounts {
  const { first_reply: reply } = query;
  // The folders have counted the plain inbox: one number, and one call less.
  const isPlain = isSameFilter(search, {});
  const folders = useFolderCounts();
  const counted = useQuery({
    ...countOptions({ ...query, first_reply: 'none' }),
    enabled: isGrouped && !isPlain && reply === undefined,
  }).data?.total_count;
  if (total === null) return { waiting: undefined, replied: undefined };
  const unanswered = isPlain ? folders.of('needs_first_reply') : counted;
  const waiting = reply === undefined ? unanswered : reply === 'none' ? total : 0;
  return { waiting, replied: waiting === undefined ? undefined : Math.max(0, total - waiting) };
}

/** "50 of 312", with Retry when some rows failed. */
function ListFooter({ list, total }: { readonly list: TicketList; readonly total: number }) {
  const loaded = Math.min(list.rows.countLoaded(), total);
  return (
    <footer className="flex min-h-7 flex-none items-center gap-2 border-t border-line px-4 text-12 text-ink-3 tabular-nums">
      <span title={messages.shownHint}>{messages.shown(formatCount(loaded), formatCount(total))}</span>
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

interface DrawnTicketProps {
  readonly openId: string | undefined;
  readonly isCovered: boolean;
  /** A key asked for the composer, so the ticket is drawn before the key returns. */
  readonly isWritten: boolean;
  readonly tab: OpenTicket['tab'];
  readonly list: TicketList;
  readonly grid: TicketGrid;
  readonly renderTicket: InboxViewProps['renderTicket'];
  readonly onTab: OpenTicket['onTab'];
  readonly onLeave: () => void;
  readonly onPage: InboxViewProps['onPage'];
}

/** The open ticket. It follows the keys with a deferred value: in a burst of keys only the last ticket is drawn. */
function DrawnTicket(props: DrawnTicketProps) {
  const { openId, isCovered, isWritten, tab, list, grid, renderTicket, onTab, onLeave, onPage } = props;
  const deferredId = useDeferredValue(openId);
  // Over the list, an empty pane would show until then.
  const isAtOnce = openId === undefined || isWritten || (isCovered && deferredId === undefined);
  const id = isAtOnce ? openId : deferredId;
  const total = list.total ?? 0;
  const index = id === undefined ? undefined : list.rows.indexOf(id);
  return useMemo(() => {
    if (id === undefined) return <EmptyBlock icon="inbox" title={messages.select} />;
    const step = (by: 1 | -1) => () => grid.current?.step(by);
    const listPosition = {
      position: index === undefined ? null : index + 1,
      total,
      onPrevious: index !== undefined && index > 0 ? step(-1) : undefined,
      onNext: index !== undefined && index + 1 < total ? step(1) : undefined,
      onDone: () => grid.current?.next(),
    };
    const toPage = isCovered || onPage === undefined ? undefined : () => onPage(id, index);
    const onBack = isCovered ? onLeave : undefined;
    return renderTicket({ id, tab, onTab, listPosition, onBack, onPage: toPage }, onLeave);
  }, [id, tab, onTab, index, total, isCovered, onLeave, onPage, grid, renderTicket]);
}
