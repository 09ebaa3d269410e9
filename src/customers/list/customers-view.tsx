import { useRouter } from '@tanstack/react-router';
import { PageHeader } from '#src/panels/page-frame.tsx';
import { type ReactNode, type RefObject, Suspense, useCallback, useEffect, useRef, useState, memo } from 'react';
import type { ListedCustomer } from '#contract/customers.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { useMedia } from '#src/browser/use-media.ts';
import { customerSearch, type CustomersSearch } from '#src/customers/search.ts';
import { formatCount } from '#src/format/number.ts';
import { QueryPending, StaleQuery } from '#src/panels/panel.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { lazyComponent } from '#src/ui/fetch-code.ts';
import type { OpenOptions } from '#src/ui/rows/windowed-grid.tsx';
import { type GridHandle, WindowedGrid, type GridRow, rowClass } from '#src/ui/rows/windowed-grid.tsx';
import { announce } from '#src/ui/toasts/announce.ts';
import type { BindFileDialogProps } from './bind-file-dialog.tsx';
import { HeaderActions, ListTools } from './list-tools.tsx';
import { messages } from './messages.ts';
import { NoCustomers } from './no-customers.tsx';
import { channelOf, deployedSearch, useCustomerList } from './list-query.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { customerName, identityName, lastSeenOf } from '#src/customers/contact.ts';
import { formatAge, formatInstant } from '#src/format/time.ts';
import { channelWord } from '#src/format/ticket-words.ts';
import { useNow } from '#src/format/use-now.ts';
import { Avatar } from '#src/ui/icons/avatar.tsx';
import { ChannelIcon } from '#src/ui/icons/channel-icon.tsx';

/** Focuses the page when a key opened it or it covers the list; when it closes, focus returns to the customer's row. */
function usePaneFocus(
  openId: string | null,
  hasPage: boolean,
  isCovered: boolean,
  grid: RefObject<GridHandle<ListedCustomer> | null>,
) {
  const pane = useRef<HTMLElement>(null);
  const [asked, setAsked] = useState(0);
  const before = useRef({ openId, hasPage, asked });
  useEffect(() => {
    const was = before.current;
    // A request for focus waits until the page is mounted.
    before.current = { openId, hasPage, asked: hasPage ? asked : was.asked };
    if (!hasPage) {
      if (was.openId !== null) grid.current?.focusRow(was.openId);
    } else if (was.asked !== asked || (isCovered && (was.openId !== openId || !was.hasPage))) {
      pane.current?.focus({ preventScroll: true });
    }
  }, [openId, hasPage, isCovered, asked, grid]);
  const askFocus = useCallback(() => setAsked((count) => count + 1), []);
  return { pane, askFocus };
}

const SKELETON = Array.from({ length: 12 }, (_, index) => <div key={index} className="skeleton-row" />);

const CustomersExport = lazyComponent(() => import('./export-dialog.tsx'), 'CustomersExport');
const BindFileDialog = lazyComponent<'BindFileDialog', BindFileDialogProps>(
  () => import('./bind-file-dialog.tsx'),
  'BindFileDialog',
);
const NewCustomerDialog = lazyComponent(
  () => import('#src/customers/new/new-customer-dialog.tsx'),
  'NewCustomerDialog',
);

interface CustomersViewProps {
  readonly search: CustomersSearch;
  readonly go: (search: CustomersSearch, options: { readonly replace: boolean }) => void;
  /** The id of the customer that is open beside the list; null for none. */
  readonly openId: string | null;
  /** A page is shown beside the list, such as the open customer's. */
  readonly hasPage: boolean;
  readonly hrefOf: (id: string, search: CustomersSearch) => string;
  readonly onOpen: (id: string, search: CustomersSearch, options: { readonly replace: boolean }) => void;
  readonly onIntent: (id: string, search: CustomersSearch) => void;
  /** Closes the page. */
  readonly onLeave: () => void;
  /** The page of the open customer. */
  readonly children: ReactNode;
}

/** Longer than the interval of a key that repeats. */
const HELD_MS = 150;
/** Lets the browser paint the new row before the page renders. */
const AFTER_PAINT_MS = 24;

/** The list of customers with the open customer's page beside it; a narrow window shows one of the two. */
export function CustomersView(props: CustomersViewProps) {
  const { go, openId, hasPage, hrefOf, onOpen, onIntent, onLeave, children } = props;
  const whoami = useWhoami();
  const search = deployedSearch(props.search, whoami);
  const hasTools = hasExtension(whoami, 'identity_tools');
  const { list, listKey, query, isLookup } = useCustomerList(search, hasTools);
  const text = search.q?.trim() ?? '';
  const { total, isOutdated } = list;
  const [exporting, setExporting] = useState<'list' | 'bind-file' | null>(null);
  const lacked = channelOf(search.without);
  const isSplit = useMedia('(min-width: 1024px), print');
  const isCovered = hasPage && !isSplit;
  const grid = useRef<GridHandle<ListedCustomer>>(null);
  const { pane, askFocus } = usePaneFocus(openId, hasPage, isCovered, grid);

  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(rest.current), []);
  const latest = useRef({ search, go, list, onOpen, hasTools });
  useEffect(() => {
    latest.current = { search, go, list, onOpen, hasTools };
  });
  const change = (next: Partial<CustomersSearch>) => go({ ...search, skip: undefined, ...next }, { replace: true });
  const open = useCallback(
    (customer: ListedCustomer, { replace, wantsFocus, isPassing }: OpenOptions) => {
      if (wantsFocus) askFocus();
      const show = () => {
        const now = latest.current;
        now.onOpen(customer.id.toString(), customerSearch(now.search, customer, now.hasTools), { replace });
      };
      clearTimeout(rest.current);
      // Don't open customers that are passed while a key is held.
      if (isPassing) rest.current = setTimeout(show, replace ? HELD_MS : AFTER_PAINT_MS);
      else show();
    },
    [askFocus],
  );
  const onFirstRow = useCallback((first: number) => {
    const now = latest.current;
    if (now.list.isOutdated || first === (now.search.skip ?? 0)) return;
    now.go({ ...now.search, skip: first === 0 ? undefined : first }, { replace: true });
  }, []);
  useFirstOpened({ ...props, search }, list.rows.at(search.skip ?? 0), hasTools);
  async function refresh(): Promise<void> {
    await list.query.refetch();
    announce(messages.refreshed);
  }
  const showNew = () => go({ ...search, new: '1' }, { replace: false });
  const { group, back } = messages.keys;
  useShortcut('r', () => void refresh());
  useShortcut(
    'escape',
    () => {
      if (isCovered) return onLeave();
      if (!(pane.current?.contains(document.activeElement) ?? false)) return false;
      grid.current?.focusRow(openId);
    },
    { label: back, group, when: hasPage },
  );
  useSaidCount(listKey, total, isOutdated);

  const rows =
    total === null ? (
      <div className={`min-h-0 flex-1 ${list.query.isError ? 'overflow-y-auto' : 'overflow-hidden'}`}>
        <QueryPending query={list.query} name={messages.list} loading={messages.loading} skeleton={SKELETON} />
      </div>
    ) : total === 0 ? (
      <NoCustomers
        search={search}
        onNew={showNew}
        onClear={() => change({ q: undefined, channel: undefined, without: undefined, blocked: undefined })}
      />
    ) : (
      <WindowedGrid
        key={listKey}
        id="customers"
        label={messages.list}
        handle={grid}
        list={list}
        positionKey={`customers ${listKey}`}
        startAt={search.skip ?? 0}
        onFirstRow={onFirstRow}
        openId={openId ?? undefined}
        isCovered={isCovered}
        isSplit={isSplit}
        keys={messages.keys}
        onOpen={open}
        onIntent={(customer) => onIntent(customer.id.toString(), customerSearch(search, customer, hasTools))}
      >
        {(customer, place) => (
          <CustomerRow
            customer={customer}
            href={hrefOf(customer.id.toString(), customerSearch(search, customer, hasTools))}
            {...place}
          />
        )}
      </WindowedGrid>
    );
  const page = (
    <section
      ref={pane}
      tabIndex={-1}
      aria-label={messages.page}
      className={`flex min-h-0 min-w-0 flex-1 flex-col bg-surface outline-none ${isCovered ? 'absolute inset-0 z-sticky' : ''}`}
    >
      {hasPage ? children : <EmptyBlock icon="people" title={messages.select} text={messages.selectText} />}
    </section>
  );
  return (
    <div className="relative flex min-h-0 min-w-0 flex-1 flex-col [@media(max-height:480px)]:h-[max(85dvh,300px)] [@media(max-height:480px)]:flex-none">
      <div inert={isCovered} className="flex min-h-0 min-w-0 flex-1 flex-col">
        <PageHeader
          title={messages.list}
          note={total === null ? undefined : formatCount(total)}
          actions={
            <HeaderActions
              isFetching={list.query.isFetching}
              onRefresh={() => void refresh()}
              onExport={() => setExporting('list')}
              onNew={showNew}
            />
          }
        />
        <StaleQuery query={list.query} />
        <ListTools
          search={search}
          hasResults={total !== null && !isOutdated}
          onChange={change}
          onBindFile={() => setExporting('bind-file')}
          onLeaveSearch={(toFirst) => (toFirst ? grid.current?.focusRow(null) : grid.current?.focusActive())}
        />
        <div className="flex min-h-0 flex-1">
          <section
            aria-label={messages.list}
            className={`flex min-h-0 min-w-0 flex-col ${isSplit ? 'w-[300px] flex-none border-e border-line 2xl:w-[360px]' : 'flex-1'}`}
          >
            <p
              aria-hidden="true"
              className="flex min-h-7 flex-none items-center justify-between border-b border-line bg-app px-4 text-12 text-ink-3"
            >
              <span>{messages.columns.customer}</span>
              <span>{messages.columns.figures}</span>
            </p>
            {rows}
          </section>
          {isSplit ? page : null}
        </div>
      </div>
      {isCovered ? page : null}
      <Suspense fallback={null}>
        {exporting === 'list' ? (
          <CustomersExport query={query} list={list} isLookup={isLookup} onClose={() => setExporting(null)} />
        ) : null}
        {exporting === 'bind-file' && lacked !== undefined ? (
          <BindFileDialog
            channel={lacked}
            query={query}
            total={isOutdated ? null : total}
            onClose={() => setExporting(null)}
          />
        ) : null}
        {search.new !== undefined && hasTools ? (
          <NewCustomerDialog
            typed={total === null || total === 0 || isOutdated ? text : ''}
            onClose={() => go({ ...search, new: undefined }, { replace: true })}
            onOpen={(id) => onOpen(id.toString(), { ...search, new: undefined }, { replace: true })}
          />
        ) : null}
      </Suspense>
    </div>
  );
}

/** Opens the first customer when the page starts without one and has room. Only once: closing a customer afterwards means the list. */
function useFirstOpened(
  { search, hasPage, onOpen }: CustomersViewProps,
  first: ListedCustomer | undefined,
  hasTools: boolean,
): void {
  const hasRoom = useMedia('(min-width: 1024px)');
  const { history } = useRouter();
  const isWanted = useRef(!hasPage && search.new === undefined);
  useEffect(() => {
    if (hasPage) isWanted.current = false;
    if (!isWanted.current || !hasRoom || first === undefined) return;
    isWanted.current = false;
    // Don't navigate back if the user has moved on.
    if (history.location.pathname !== '/customers') return;
    onOpen(first.id.toString(), customerSearch(search, first, hasTools), { replace: true });
  }, [hasPage, hasRoom, first, hasTools, search, onOpen, history]);
}

/** Announces how many customers match after the list changes. */
function useSaidCount(listKey: string, total: number | null, isOutdated: boolean): void {
  const said = useRef(listKey);
  useEffect(() => {
    if (said.current === listKey || total === null || isOutdated) return;
    said.current = listKey;
    announce(messages.filter.found(total, formatCount(total)));
  }, [listKey, total, isOutdated]);
}

interface CustomerRowProps extends GridRow {
  readonly customer: ListedCustomer;
  readonly href: string;
}

/** A customer in two lines. The grid handles clicks and keys. */
export const CustomerRow = memo(function CustomerRow(props: CustomerRowProps) {
  const { customer, href, index, isOpen } = props;
  const nowMs = useNow();
  const zone = useDisplayZone();
  const { email, phone, ticket_count: tickets, first_seen_utc: first, blocked_utc: blocked, channels } = customer;
  const name = customerName(customer);
  const seen = lastSeenOf(customer);
  const contact = [email, phone].find((part) => part !== null && part !== name);
  return (
    <div
      role="row"
      data-row={index}
      aria-rowindex={index + 1}
      aria-current={isOpen || undefined}
      tabIndex={-1}
      className={`relative flex min-h-row-2 cursor-pointer items-center gap-2.5 border-b border-line px-4 py-2 -outline-offset-2 ${rowClass(isOpen, false)}`}
    >
      <div role="gridcell" className="flex min-w-0 flex-1 items-center gap-2.5">
        <Avatar name={name} size="md" />
        <span className="flex min-w-0 flex-1 flex-col gap-1">
          <span className="flex min-w-0 items-center gap-2">
            <a
              href={href}
              tabIndex={-1}
              dir="auto"
              title={name.length > 40 ? name : undefined}
              className="min-w-0 flex-1 truncate font-medium text-ink"
            >
              {name}
            </a>
            {channels === undefined || channels.length === 0 ? null : (
              <span className="flex flex-none gap-1 text-ink-3">
                {channels.map((channel) => (
                  <ChannelIcon key={channel} channel={channel} label={channelWord(channel)} />
                ))}
              </span>
            )}
            <span className="flex-none text-12 text-ink-2 tabular-nums">
              <span aria-hidden="true">{formatCount(tickets)}</span>
              <span className="sr-only">{messages.tickets(tickets, formatCount(tickets))}</span>
            </span>
          </span>
          <span className="flex min-w-0 items-center gap-2 text-12 text-ink-3">
            <span dir="auto" className="min-w-0 flex-1 truncate">
              {contact ?? identityName(customer.id)}
            </span>
            {blocked === null || blocked === undefined ? null : (
              <span className="flex-none font-medium text-danger-text">{messages.blocked}</span>
            )}
            {seen === null ? (
              <span title={messages.noTickets(formatInstant(first, zone))} className="flex-none">
                {messages.notSeen}
              </span>
            ) : (
              <time
                dateTime={seen}
                title={messages.lastSeen(formatInstant(seen, zone))}
                className="flex-none tabular-nums"
              >
                {formatAge(nowMs - Date.parse(seen))}
              </time>
            )}
          </span>
        </span>
      </div>
    </div>
  );
});
