import { useCallback, useDeferredValue, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useMedia } from '#src/browser/use-media.ts';
import { usePanelVisibility } from '#src/bulk-edit/bulk-job.ts';
import { formatCount } from '#src/format/number.ts';
import { statusWord } from '#src/format/ticket-words.ts';
import { FilterBar } from '#src/inbox/filter-bar/filter-bar.tsx';
import { statusesOf } from '#src/inbox/filters/filter-query.ts';
import { useInboxActions } from '#src/inbox/list/list-actions.ts';
import type { TicketGrid } from '#src/inbox/list/list-grid.tsx';
import { planList } from '#src/inbox/list/list-plan.ts';
import { RefreshStrip } from '#src/inbox/list/list-states.tsx';
import { useListWidth } from '#src/inbox/list/list-width.ts';
import { Splitter } from '#src/inbox/list/splitter.tsx';
import { useOpenTicket } from '#src/inbox/list/use-open-ticket.ts';
import { useSelection } from '#src/inbox/list/use-selection.ts';
import { useTicketList, type TicketList } from '#src/inbox/list/use-ticket-list.ts';
import { Verbs } from '#src/inbox/verbs/verbs.tsx';
import { PageHeader } from '#src/panels/page-frame.tsx';
import { WithTagColors } from '#src/ticket-edit/ticket-tag.tsx';
import type { OpenTicket } from '#src/ticket-edit/open-ticket.ts';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { useCapabilities } from './capabilities.ts';
import { useListName } from './folders.ts';
import { FolderSwitch, InboxButtons } from './inbox-header.tsx';
import { ListPane } from './list-pane.tsx';
import { messages } from './messages.ts';
import type { InboxSearch } from './search.ts';
import { BulkJobPanel } from '#src/bulk-edit/bulk-job-panel.tsx';

/**
 * The open ticket gets the focus when it was asked for by key or has the screen to itself; when it is left, its row
 * gets the focus back.
 */
function useTicketFocus(ticket: string | undefined, isCovered: boolean, grid: TicketGrid) {
  const detailPane = useRef<HTMLElement>(null);
  const [asked, setAsked] = useState(0);
  const before = useRef({ ticket, asked });
  useLayoutEffect(() => {
    const was = before.current;
    // A request made before its ticket stands in the URL waits for it.
    before.current = { ticket, asked: ticket === undefined ? was.asked : asked };
    if (ticket === undefined) {
      // Whoever pressed a folder's link is there, and its list begins at the top.
      if (was.ticket !== undefined && document.activeElement?.matches('nav *') !== true)
        grid.current?.focusRow(was.ticket);
    } else if (was.asked !== asked || (isCovered && was.ticket !== ticket)) {
      detailPane.current?.focus({ preventScroll: true });
    }
  }, [ticket, isCovered, asked, grid]);
  const askFocus = useCallback(() => setAsked((count) => count + 1), []);
  return { detailPane, askFocus };
}

/** The fact beside the page's title: "38 open", or "312 tickets" for several states. */
function noteOf(search: InboxSearch, total: number | null): string | undefined {
  if (total === null) return undefined;
  const [status, ...others] = statusesOf(search);
  if (status === undefined || others.length > 0) return messages.noteMany(formatCount(total), total);
  return messages.note(formatCount(total), statusWord(status));
}

interface InboxViewProps {
  readonly search: InboxSearch;
  readonly go: (search: InboxSearch, how: { readonly replace: boolean }) => void;
  /** Leaves the open ticket by the browser's way back when the list was before it. */
  readonly leaveTicket: () => void;
  readonly newTicket: ReactNode;
  /** Below the list: what holds for everything on the page, such as a cap on AI that is reached. */
  readonly banner: ReactNode;
  /** The same function each time. @param onInbox the way back to the list */
  readonly renderTicket: (ticket: OpenTicket, onInbox: () => void) => ReactNode;
  readonly onIntent: (id: string) => void;
  /** Gives the ticket beside the list a page of its own; absent in a frame. @param index its place in the list */
  readonly onPage: ((id: string, index: number | undefined) => void) | undefined;
}

/** The inbox: filters, the list, and the open ticket beside or over it. */
export function InboxView(props: InboxViewProps) {
  const { search, go, newTicket, onIntent } = props;
  const can = useCapabilities();
  const plan = useMemo(() => planList(search, can), [search, can]);
  const list = useTicketList(plan, search);
  const { total } = list;
  const selection = useSelection(plan.key, list.rows, total);
  const isPhone = useMedia('(max-width: 767px)');
  const [width, setWidth] = useListWidth();
  const grid: TicketGrid = useRef(null);
  const listPane = useRef<HTMLElement>(null);
  const isTable = search.layout === 'table' && !isPhone;
  const isSplit = !isTable && !isPhone;
  const { openId, open, close } = useOpenTicket({
    addressed: search.ticket,
    show: (id, how) => go({ ...search, ticket: id, tab: undefined }, how),
    leave: props.leaveTicket,
  });
  const isCovered = openId !== undefined && !isSplit;
  const { detailPane, askFocus } = useTicketFocus(openId, isCovered, grid);
  // The row that the keys are on; its ticket may not be drawn yet.
  function currentId(): string | undefined {
    const active = isCovered ? undefined : grid.current?.activeRow();
    return active === undefined || (!active.isChosen && openId !== undefined) ? openId : active.row?.id.toString();
  }

  const actions = useInboxActions(
    {
      search,
      go,
      openTicket: open,
      refresh: list.refresh,
    },
    grid,
    askFocus,
  );
  const name = useListName(search);
  const hasResults = total !== null;
  function leave(): void | false {
    if (isCovered) return close();
    if (openId === undefined || !detailPane.current?.contains(document.activeElement)) return false;
    grid.current?.focusRow(openId);
  }
  const { group, layout, back } = messages.keys;
  useShortcut('v', () => actions.setLayout(isTable ? undefined : 'table'), { label: layout, group, when: !isPhone });
  // The frame's key, with the list's own way of doing it.
  useShortcut('r', () => void actions.refresh());
  const [writtenId, setWrittenId] = useState<string>();
  if (writtenId !== undefined && writtenId !== openId) setWrittenId(undefined);
  function reachComposer(): string | undefined {
    const id = currentId();
    if (id === undefined) return undefined;
    flushSync(() => {
      setWrittenId(id);
      actions.open(id, { replace: openId !== undefined, wantsFocus: false, isPassing: true });
    });
    return id;
  }
  useShortcut('escape', leave, { label: back, group, when: openId !== undefined });

  const job =
    usePanelVisibility() === 'shown' ? (
      <BulkJobPanel
        kind={isPhone ? 'sheet' : isTable ? 'side' : 'pane'}
        onOpen={(id) => actions.open(id, { replace: false, wantsFocus: true, isPassing: false })}
        onLeave={() => grid.current?.activeRow().element?.focus()}
      />
    ) : null;
  const detail = (
    <section
      ref={detailPane}
      tabIndex={-1}
      aria-label={messages.ticket}
      className={`flex min-h-0 min-w-0 flex-1 flex-col bg-surface outline-none ${isCovered ? 'absolute inset-0 z-sticky' : ''}`}
    >
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
    </section>
  );

  return (
    <WithTagColors>
      {/* In a very low window the page scrolls; the list still needs a height of its own to be windowed. */}
      <div className="relative flex min-h-0 min-w-0 flex-1 flex-col [@media(max-height:480px)]:h-[max(85dvh,300px)] [@media(max-height:480px)]:flex-none">
        <div inert={isCovered} className="flex min-h-0 min-w-0 flex-1 flex-col">
          <PageHeader
            title={name ?? messages.title}
            switcher={<FolderSwitch />}
            note={name === null ? undefined : noteOf(search, total)}
            actions={
              <>
                <InboxButtons
                  search={search}
                  plan={plan}
                  isPhone={isPhone}
                  isFetching={list.isFetching}
                  hasResults={hasResults}
                  actions={actions}
                />
                {newTicket}
              </>
            }
          />
          {list.refreshError === null ? null : <RefreshStrip list={list} />}
          {isPhone ? null : (
            <FilterBar
              search={search}
              plan={plan}
              groupedWithin={plan.groups === 'loaded' && (total ?? 0) > list.headLength ? list.headLength : null}
              hasResults={hasResults}
              actions={actions}
            />
          )}
          <div className="flex min-h-0 flex-1">
            <section
              ref={listPane}
              aria-label={messages.tickets}
              style={isSplit && width !== null ? { inlineSize: width } : undefined}
              className={`flex min-h-0 min-w-0 flex-col ${isSplit ? 'w-[340px] flex-none xl:w-[400px] 2xl:w-[480px]' : 'max-w-[1600px] flex-1 2xl:border-e'}`}
            >
              <ListPane
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
                  search={search}
                  openId={openId}
                  isCovered={isCovered}
                  onCompose={reachComposer}
                />
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
          {props.banner}
        </div>
        {isCovered ? detail : null}
      </div>
    </WithTagColors>
  );
}

interface DrawnTicketProps {
  readonly openId: string | undefined;
  readonly isCovered: boolean;
  /** A key asked for its composer: it is drawn before the key returns. */
  readonly isWritten: boolean;
  readonly tab: OpenTicket['tab'];
  readonly list: TicketList;
  readonly grid: TicketGrid;
  readonly renderTicket: InboxViewProps['renderTicket'];
  readonly onTab: OpenTicket['onTab'];
  readonly onLeave: () => void;
  readonly onPage: InboxViewProps['onPage'];
}

/** The open ticket, drawn behind the keys: in a burst of them only the last one is. */
function DrawnTicket(props: DrawnTicketProps) {
  const { openId, isCovered, isWritten, tab, list, grid, renderTicket, onTab, onLeave, onPage } = props;
  const deferredId = useDeferredValue(openId);
  // Over the list there is nothing else to see until then.
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
      onDone: () => grid.current?.goOn(),
    };
    // Over the list it has the page to itself already.
    const toPage = isCovered || onPage === undefined ? undefined : () => onPage(id, index);
    const onBack = isCovered ? onLeave : undefined;
    return renderTicket({ id, tab, onTab, listPosition, onBack, onPage: toPage }, onLeave);
  }, [id, tab, onTab, index, total, isCovered, onLeave, onPage, grid, renderTicket]);
}
