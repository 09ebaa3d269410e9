import { useRouter } from '@tanstack/react-router';
import { CustomerTabs } from '#src/panels/customer-tabs.tsx';
import { PageHeader } from '#src/panels/page-frame.tsx';
import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState, memo } from 'react';
import type { ListedCustomer } from '#contract/customers.ts';
import { isWholeService, useWhoami } from '#src/api/whoami.ts';
import { useMedia } from '#src/browser/use-media.ts';
import { customerSearch, type CustomersSearch } from '#src/customers/search.ts';
import { formatCount } from '#src/format/number.ts';
import { QueryPending, StaleQuery } from '#src/panels/panel.tsx';
import { RecordFrame, useRecordFrame } from '#src/panels/record-frame.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { lazyComponent } from '#src/ui/fetch-code.ts';
import { useCountAnnouncement } from '#src/ui/rows/use-count-announcement.ts';
import {
  type GridHandle,
  WindowedGrid,
  type GridRow,
  type OpenOptions,
  rowClass,
} from '#src/ui/rows/windowed-grid.tsx';
import type { BindFileDialogProps } from './bind-file-dialog.tsx';
import { HeaderActions, ListTools } from './list-tools.tsx';
import { messages } from './messages.ts';
import { channelOf, deployedSearch, useCustomerList } from './list-query.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { contactOf, customerName, identityName, lastSeenOf } from '#src/customers/contact.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { Button } from '#src/ui/button.tsx';
import { formatAge, formatInstant } from '#src/format/time.ts';
import { channelWord } from '#src/format/ticket-words.ts';
import { useNow } from '#src/format/use-now.ts';
import { Avatar } from '#src/ui/icons/avatar.tsx';
import { ChannelIcon } from '#src/ui/icons/channel-icon.tsx';

const SKELETON = Array.from({ length: 12 }, (_, index) => <div key={index} className="skeleton-row" />);

const CustomersExport = lazyComponent(() => import('./export-dialog.tsx'), 'CustomersExport');
const BindFileDialog = lazyComponent<'BindFileDialog', BindFileDialogProps>(
  () => import('./bind-file-dialog.tsx'),
  'BindFileDialog',
);
const NewCustomerDialog = lazyComponent(() => import('#src/customers/customer-dialogs.tsx'), 'NewCustomerDialog');

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
  const hasTools = isWholeService(whoami);
  const { list, listKey, query, isLookup } = useCustomerList(search, hasTools);
  const text = search.q?.trim() ?? '';
  const { total, isOutdated } = list;
  const [exporting, setExporting] = useState<'list' | 'bind-file' | null>(null);
  const lacked = channelOf(search.without);
  const isSplit = useMedia('(min-width: 1024px), print');
  const grid = useRef<GridHandle<ListedCustomer>>(null);
  const frame = useRecordFrame({
    openId: openId ?? undefined,
    hasPage,
    isSplit,
    grid,
    onLeave,
    keys: messages.keys,
  });
  const { requestFocus } = frame;

  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(rest.current), []);
  const latest = useRef({ search, go, list, onOpen, hasTools });
  useEffect(() => {
    latest.current = { search, go, list, onOpen, hasTools };
  });
  const change = (next: Partial<CustomersSearch>) => go({ ...search, skip: undefined, ...next }, { replace: true });
  const open = useCallback(
    (customer: ListedCustomer, { replace, wantsFocus, isPassing }: OpenOptions) => {
      if (wantsFocus) requestFocus();
      const show = () => {
        const now = latest.current;
        now.onOpen(customer.id.toString(), customerSearch(now.search, customer, now.hasTools), { replace });
      };
      clearTimeout(rest.current);
      // Don't open customers that are passed while a key is held.
      if (isPassing) rest.current = setTimeout(show, replace ? HELD_MS : AFTER_PAINT_MS);
      else show();
    },
    [requestFocus],
  );
  const onFirstRow = useCallback((first: number) => {
    const now = latest.current;
    if (now.list.isOutdated || first === (now.search.skip ?? 0)) return;
    now.go({ ...now.search, skip: first === 0 ? undefined : first }, { replace: true });
  }, []);
  useFirstOpened({ ...props, search }, list.rows.at(search.skip ?? 0), hasTools);
  const showNew = () => go({ ...search, new: '1' }, { replace: false });
  useCountAnnouncement(listKey, total === null || isOutdated ? null : messages.filter.found(total, formatCount(total)));

  const rows =
    total === null ? (
      <div className={`min-h-0 flex-1 ${list.query.isError ? 'overflow-y-auto' : 'overflow-hidden'}`}>
        <QueryPending query={list.query} name={messages.list} loading={messages.loading} skeleton={SKELETON} />
      </div>
    ) : total === 0 ? (
      <NoCustomers
        search={search}
        hasTools={hasTools}
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
        isCovered={frame.isCovered}
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
  return (
    <>
      <RecordFrame
        frame={frame}
        header={
          <>
            <PageHeader
              title={messages.list}
              tabs={<CustomerTabs />}
              actions={<HeaderActions hasTools={hasTools} onExport={() => setExporting('list')} onNew={showNew} />}
            />
            <StaleQuery query={list.query} />
            <ListTools
              search={search}
              hasTools={hasTools}
              hasResults={total !== null && !isOutdated}
              onChange={change}
              onBindFile={() => setExporting('bind-file')}
              onLeaveSearch={(toFirst) => (toFirst ? grid.current?.focusRow(null) : grid.current?.focusActive())}
            />
          </>
        }
        listLabel={messages.list}
        listClass={isSplit ? 'w-[300px] flex-none border-e border-line 2xl:w-[360px]' : 'flex-1'}
        list={
          <>
            <p
              aria-hidden="true"
              className="flex min-h-7 flex-none items-center justify-between border-b border-line bg-app px-4 text-12 text-ink-3"
            >
              <span>{total === null ? messages.list : messages.filter.found(total, formatCount(total))}</span>
              <span>{messages.figures}</span>
            </p>
            {rows}
          </>
        }
        recordLabel={messages.page}
        record={hasPage ? children : <EmptyBlock icon="people" title={messages.select} text={messages.selectText} />}
      />
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
    </>
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

interface NoCustomersProps {
  readonly search: CustomersSearch;
  readonly hasTools: boolean;
  readonly onNew: () => void;
  readonly onClear: () => void;
}

/** No customer matches: the search or filters that found none, and what to do next. */
function NoCustomers({ search, hasTools, onNew, onClear }: NoCustomersProps) {
  const { reason } = useWriteAccess('customers:write');
  const texts = messages.empty;
  const text = search.q?.trim() ?? '';
  const hasFilters = hasTools && (search.channel ?? search.without ?? search.blocked) !== undefined;
  const contact = contactOf(text);
  const add = hasTools ? (
    <Button icon="plus" variant="primary" disabledReason={reason} onClick={onNew}>
      {messages.new}
    </Button>
  ) : null;
  if (text === '' && !hasFilters) {
    return <EmptyBlock icon="people" title={texts.none} text={texts.noneText} action={add} />;
  }
  const title =
    text === ''
      ? texts.nothingFiltered
      : contact === null
        ? hasTools
          ? texts.nothing(text)
          : texts.whole
        : 'email' in contact
          ? texts.email(contact.email)
          : texts.phone(contact.phone);
  return (
    <EmptyBlock
      icon="search"
      title={title}
      text={contact === null && text !== '' && !hasTools ? texts.wholeText : undefined}
      action={
        <>
          <Button onClick={onClear}>{texts.showAll}</Button>
          {contact === null ? null : add}
        </>
      }
    />
  );
}

interface CustomerRowProps extends GridRow {
  readonly customer: ListedCustomer;
  readonly href: string;
}

/** A customer in two lines. The grid handles clicks and keys. */
const CustomerRow = memo(function CustomerRow(props: CustomerRowProps) {
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
