import { PageHeader } from '#src/panels/page-frame.tsx';
import { Suspense, useCallback, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import type { ListedCustomer } from '#contract/customers.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { useMedia } from '#src/browser/use-media.ts';
import { customerSearch } from '#src/customers/customer-search.ts';
import { messages as shared } from '#src/customers/messages.ts';
import type { CustomersSearch } from '#src/customers/search.ts';
import { formatCount } from '#src/format/number.ts';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import type { OpenOptions } from '#src/ui/rows/use-row-opening.ts';
import { SearchBox } from '#src/ui/search-box.tsx';
import { Segmented } from '#src/ui/segmented.tsx';
import { announce } from '#src/ui/toasts/announce.ts';
import { CustomersGrid, type GridHandle } from './customers-grid.tsx';
import { HeaderActions } from './header-actions.tsx';
import { ListFilters } from './list-filters.tsx';
import { listQueryOf, orderOf, type CustomerOrder } from './list-query.ts';
import { FailedCustomers, LoadingCustomers, NobodyFound, StaleCustomers } from './list-states.tsx';
import { messages } from './messages.ts';
import { useCustomerList } from './use-customer-list.ts';
import { useCustomerLookup } from './use-customer-lookup.ts';

interface ListToolsProps {
  readonly search: CustomersSearch;
  readonly hasTools: boolean;
  /** The list is the one of the address. */
  readonly hasResults: boolean;
  readonly onChange: (change: Partial<CustomersSearch>) => void;
  readonly onLeaveSearch: (toFirst: boolean) => void;
}

/** The search, the filters and the order of the list. */
function ListTools({ search, hasTools, hasResults, onChange, onLeaveSearch }: ListToolsProps) {
  return (
    <div className="flex min-h-bar flex-none flex-wrap items-center gap-x-2 gap-y-1.5 border-b border-line px-4 py-1.5">
      <SearchBox
        label={hasTools ? messages.search.all : messages.search.lookup}
        clearLabel={messages.search.clear}
        group={messages.keys.group}
        className="max-md:basis-full md:max-w-[268px] [&>input]:min-h-control"
        value={search.q?.trim() ?? ''}
        hasResults={hasResults}
        onChange={(text) => onChange({ q: text === '' ? undefined : text })}
        onLeave={onLeaveSearch}
      />
      {hasTools ? <ListFilters search={search} onChange={onChange} /> : null}
      <span className="ms-auto flex items-center gap-2">
        <span aria-hidden="true" className="text-12 text-ink-3 max-sm:hidden">
          {messages.orderBy}
        </span>
        <Segmented<CustomerOrder>
          label={messages.orderBy}
          value={orderOf(search)}
          onChange={(order) => onChange({ order: order === 'tickets' ? undefined : order })}
          options={[
            { value: 'tickets', label: messages.order.tickets },
            { value: 'recent', label: messages.order.recent },
            { value: 'name', label: messages.order.name },
          ]}
        />
      </span>
    </div>
  );
}

/**
 * The open page gets the focus when it was asked for by key or has the screen to itself; when it is left, the row of
 * its customer gets the focus back.
 */
function usePaneFocus(openId: string | null, hasPage: boolean, isCovered: boolean, grid: RefObject<GridHandle | null>) {
  const pane = useRef<HTMLElement>(null);
  const [asked, setAsked] = useState(0);
  const before = useRef({ openId, hasPage, asked });
  useEffect(() => {
    const was = before.current;
    // What was asked for before its page stands waits for it.
    before.current = { openId, hasPage, asked: hasPage ? asked : was.asked };
    if (!hasPage) {
      if (was.openId !== null) grid.current?.focusCustomer(was.openId);
    } else if (was.asked !== asked || (isCovered && (was.openId !== openId || !was.hasPage))) {
      pane.current?.focus({ preventScroll: true });
    }
  }, [openId, hasPage, isCovered, asked, grid]);
  const askFocus = useCallback(() => setAsked((count) => count + 1), []);
  return { pane, askFocus };
}

const ExportDialog = lazyPart(async () => (await import('./export-dialog.tsx')).ExportDialog);
const NewCustomerDialog = lazyPart(
  async () => (await import('#src/customers/new/new-customer-dialog.tsx')).NewCustomerDialog,
);

interface CustomersViewProps {
  readonly search: CustomersSearch;
  readonly go: (search: CustomersSearch, options: { readonly replace: boolean }) => void;
  /** The id of the customer that is open beside the list; null for none. */
  readonly openId: string | null;
  /** A page stands beside the list, such as the one of the open customer. */
  readonly hasPage: boolean;
  readonly hrefOf: (id: string, search: CustomersSearch) => string;
  readonly onOpen: (id: string, search: CustomersSearch, options: { readonly replace: boolean }) => void;
  readonly onIntent: (id: string, search: CustomersSearch) => void;
  /** From the page back to the list. */
  readonly onLeave: () => void;
  /** The page of the open customer. */
  readonly children: ReactNode;
}

/** The list of customers, and beside it the page of the one that is open; where there is no room, one of the two. */
export function CustomersView(props: CustomersViewProps) {
  const { search, go, openId, hasPage, hrefOf, onOpen, onIntent, onLeave, children } = props;
  const hasTools = hasExtension(useWhoami(), 'identity_tools');
  const { reason: newReason } = useWriteAccess('customers:write');
  const query = listQueryOf(search, hasTools);
  const text = search.q?.trim() ?? '';
  const isLookup = !hasTools && text !== '';
  const listKey = isLookup ? text : JSON.stringify(query);
  const whole = useCustomerList(query, listKey, search.skip ?? 0, !isLookup);
  const lookup = useCustomerLookup(text, isLookup);
  const list = isLookup ? lookup : whole;
  const { total, isOutdated } = list;
  const [isExporting, setExporting] = useState(false);
  const isSplit = useMedia('(min-width: 1024px), print');
  const isPhone = useMedia('(max-width: 767px)');
  const isCovered = hasPage && !isSplit;
  const grid = useRef<GridHandle>(null);
  const { pane, askFocus } = usePaneFocus(openId, hasPage, isCovered, grid);

  const latest = useRef({ search, go, list, onOpen, hasTools });
  useEffect(() => {
    latest.current = { search, go, list, onOpen, hasTools };
  });
  const change = useCallback((next: Partial<CustomersSearch>) => {
    const now = latest.current;
    now.go({ ...now.search, skip: undefined, ...next }, { replace: true });
  }, []);
  const open = useCallback(
    (customer: ListedCustomer, { replace, wantsFocus }: OpenOptions) => {
      const now = latest.current;
      if (wantsFocus) askFocus();
      now.onOpen(customer.id.toString(), customerSearch(now.search, customer, now.hasTools), { replace });
    },
    [askFocus],
  );
  const onFirstRow = useCallback((first: number) => {
    const now = latest.current;
    if (now.list.isOutdated || first === (now.search.skip ?? 0)) return;
    now.go({ ...now.search, skip: first === 0 ? undefined : first }, { replace: true });
  }, []);
  const refresh = useCallback(async () => {
    await latest.current.list.refresh();
    announce(messages.refreshed);
  }, []);
  const leaveSearch = useCallback((toFirst: boolean) => {
    if (toFirst) grid.current?.focusCustomer(null);
    else grid.current?.focusActive();
  }, []);
  const showNew = () => go({ ...search, new: true }, { replace: false });
  const { group, back } = messages.keys;
  useShortcut('r', () => void refresh());
  useShortcut(
    'escape',
    () => {
      if (isCovered) return onLeave();
      if (!(pane.current?.contains(document.activeElement) ?? false)) return false;
      grid.current?.focusCustomer(openId);
    },
    { label: back, group, when: hasPage },
  );
  useSaidCount(listKey, total, isOutdated);

  const rows =
    list.error !== null ? (
      <FailedCustomers list={list} error={list.error} />
    ) : total === null ? (
      <LoadingCustomers onRetry={() => void list.refresh()} />
    ) : total === 0 ? (
      <NobodyFound
        search={search}
        hasTools={hasTools}
        newReason={newReason}
        onNew={showNew}
        onClear={() => change({ q: undefined, channel: undefined, without: undefined, blocked: undefined })}
      />
    ) : (
      <CustomersGrid
        key={listKey}
        handle={grid}
        list={list}
        listKey={`customers ${listKey}`}
        openId={openId ?? undefined}
        isCovered={isCovered}
        isSplit={isSplit}
        startAt={search.skip ?? 0}
        hrefOf={(customer) => hrefOf(customer.id.toString(), customerSearch(search, customer, hasTools))}
        onOpen={open}
        onIntent={(customer) => onIntent(customer.id.toString(), customerSearch(search, customer, hasTools))}
        onFirstRow={onFirstRow}
      />
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
          title={shared.title}
          note={total === null ? undefined : formatCount(total)}
          actions={
            <HeaderActions
              isPhone={isPhone}
              isFetching={list.isFetching}
              newReason={newReason}
              hasTools={hasTools}
              hasPage={openId !== null}
              onRefresh={() => void refresh()}
              onExport={() => setExporting(true)}
              onNew={showNew}
            />
          }
        />
        <StaleCustomers list={list} />
        <ListTools
          search={search}
          hasTools={hasTools}
          hasResults={total !== null && !isOutdated}
          onChange={change}
          onLeaveSearch={leaveSearch}
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
        {isExporting ? (
          <ExportDialog query={query} list={list} isLookup={isLookup} onClose={() => setExporting(false)} />
        ) : null}
        {search.new === true && hasTools ? (
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

/** Says how many customers match after a change of the list. */
function useSaidCount(listKey: string, total: number | null, isOutdated: boolean): void {
  const said = useRef(listKey);
  useEffect(() => {
    if (said.current === listKey || total === null || isOutdated) return;
    said.current = listKey;
    announce(messages.filter.found(total, formatCount(total)));
  }, [listKey, total, isOutdated]);
}
