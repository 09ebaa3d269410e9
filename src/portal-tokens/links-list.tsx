import { useState } from 'react';
import type { PortalFacets } from '#contract/portal.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { askForPortalLink } from '#src/portal-links/issue-host.tsx';
import { formatCount } from '#src/format/number.ts';
import { QueryPending, StaleQuery } from '#src/panels/panel.tsx';
import { Button, IconButton } from '#src/ui/button.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { FilterChip } from '#src/ui/filter-chip.tsx';
import { useOfferedVerbs } from '#src/ui/offered-commands.ts';
import { MoreRows } from '#src/ui/rows/more-rows.tsx';
import { SearchBox } from '#src/ui/search-box.tsx';
import { Skeleton } from '#src/ui/loading.tsx';
import { LinksExport } from './links-export.tsx';
import { LinksTable } from './links-table.tsx';
import { messages } from './messages.ts';
import { useLinks } from './queries.ts';
import type { RevokeAsked } from './revoke-dialog.tsx';
import { type PortalSearch, ISSUED_DAYS, SHOWN, type Shown } from './search.ts';
import { view } from './view.ts';

/** Placeholder rows, as high as real ones. */
const SKELETON = Array.from({ length: 8 }, (_, index) => (
  <div key={index} className="flex min-h-12 items-center gap-6 border-b border-line">
    <Skeleton className="h-2.5 w-48" />
    <Skeleton className="h-2.5 w-16" />
    <Skeleton className="h-2.5 w-28" />
  </div>
));

interface LinksListProps {
  readonly search: PortalSearch;
  readonly go: (next: PortalSearch) => void;
  /** Ids as text. */
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
  readonly onRevokeMany: (asked: RevokeAsked) => void;
}

/** Every link of the site, with filters. */
export function LinksList({ search, go, selected, onSelect, onRevokeMany }: LinksListProps) {
  const { reason } = useWriteAccess('portal_tokens:write');
  const [isExporting, setExporting] = useState(false);
  const { query, rows, total = 0, more } = useLinks(search);
  const facets = query.data?.pages[0]?.facets;
  const chosen = rows.filter(({ id }) => selected.has(id.toString()));
  useOfferedVerbs([{ id: 'portal-tokens-download', run: () => setExporting(true) }]);
  const isFiltered = (search.show ?? search.q ?? search.email ?? search.days) !== undefined;
  return (
    <section aria-labelledby="portal-links" className="min-w-0">
      <div className="flex min-h-control items-center gap-2">
        <h2 id="portal-links" className="text-14 font-semibold">
          {messages.list}
        </h2>
        <p role="status" className="flex-1 text-12 text-ink-3 tabular-nums">
          {query.data === undefined ? null : messages.shownOf(formatCount(rows.length), formatCount(total))}
        </p>
        <IconButton icon="download" size="sm" label={messages.exporting.button} onClick={() => setExporting(true)} />
      </div>
      <SoonLine facets={facets} search={search} go={go} />
      <FilterBar
        search={search}
        go={(next) => {
          onSelect(new Set());
          go(next);
        }}
        facets={facets}
        hasResults={query.data !== undefined && !query.isPlaceholderData}
        onLeave={() => document.querySelector<HTMLInputElement>('tr[data-row] input')?.focus()}
      />
      <StaleQuery query={query} />
      {chosen.length === 0 ? null : (
        <div className="sticky top-0 z-10 flex flex-wrap items-center gap-2 border-b border-line bg-selected px-2 py-1.5">
          <span role="status" className="flex-1 text-12 font-medium">
            {messages.selected(chosen.length, formatCount(chosen.length))}
          </span>
          <Button
            size="sm"
            variant="danger"
            disabledReason={reason}
            onClick={() => onRevokeMany({ kind: 'selected', rows: chosen })}
          >
            {messages.revokeSelected}
          </Button>
          <Button size="sm" onClick={() => onSelect(new Set())}>
            {messages.clear}
          </Button>
        </div>
      )}
      {query.data === undefined ? (
        <QueryPending query={query} name={messages.list} loading={messages.loading} skeleton={SKELETON} />
      ) : rows.length > 0 ? (
        <LinksTable rows={rows} selected={selected} onSelect={onSelect} reason={reason} onRevokeMany={onRevokeMany} />
      ) : isFiltered ? (
        <EmptyBlock
          icon="search"
          title={messages.noMatch.title}
          text={messages.noMatch.text}
          action={
            <Button onClick={() => go({ order: search.order, dir: search.dir })}>{messages.noMatch.clear}</Button>
          }
        />
      ) : (
        <EmptyBlock
          icon="key"
          title={messages.empty.title}
          text={messages.empty.text}
          action={
            <Button variant="primary" disabledReason={reason} onClick={() => askForPortalLink({})}>
              {messages.issue}
            </Button>
          }
        />
      )}
      <MoreRows {...more} />
      {isExporting ? (
        <LinksExport
          search={search}
          total={query.data === undefined ? undefined : total}
          onClose={() => setExporting(false)}
        />
      ) : null}
    </section>
  );
}

/** Reminds of links that expire soon. */
function SoonLine({ facets, search, go }: Pick<FilterBarProps, 'search' | 'go' | 'facets'>) {
  const count = facets?.expiring ?? 0;
  if (count === 0 || search.show === 'expiring') return null;
  return (
    <p className="mt-1.5 flex flex-wrap items-center gap-x-2 rounded-control bg-warn-tint px-2.5 py-1.5 text-12 text-warn-text">
      {messages.soon(count, formatCount(count))}
      <button
        type="button"
        className="min-h-6 font-medium underline"
        onClick={() => go({ ...search, show: 'expiring', order: 'expires', dir: 'asc' })}
      >
        {messages.showSoon}
      </button>
    </p>
  );
}

interface FilterBarProps {
  readonly search: PortalSearch;
  readonly go: (next: PortalSearch) => void;
  readonly facets: PortalFacets | undefined;
  readonly hasResults: boolean;
  readonly onLeave: () => void;
}

const ORDERS = ['created-desc', 'created-asc', 'expires-asc', 'expires-desc', 'uses-desc', 'uses-asc'] as const;
const SELECT =
  'min-h-6 rounded-control border border-line-strong bg-surface px-2 text-12 text-ink pointer-coarse:min-h-9';
const CHIP =
  'hit relative inline-flex min-h-6 items-center gap-1.5 whitespace-nowrap rounded-chip border px-[7px] text-12 font-medium pointer-coarse:min-h-8';

/** Search and filters. Each filter has its count within the search. */
function FilterBar({ search, go, facets, hasResults, onLeave }: FilterBarProps) {
  const { show, days, q, order = 'created', dir = 'desc' } = search;
  return (
    <div className="flex flex-col gap-2.5 py-2.5">
      <div className="flex flex-wrap items-center gap-2">
        <SearchBox
          label={messages.search}
          clearLabel={messages.clearSearch}
          group={view.keys[0].group}
          value={q ?? ''}
          hasResults={hasResults}
          className="max-w-72 basis-40"
          onChange={(text) => go({ ...search, q: text === '' ? undefined : text })}
          onLeave={onLeave}
        />
        <select
          aria-label={messages.issuedWithin}
          className={SELECT}
          value={String(days ?? 'any')}
          onChange={({ target }) => go({ ...search, days: ISSUED_DAYS.find((n) => String(n) === target.value) })}
        >
          <option value="any">{messages.within.any}</option>
          {ISSUED_DAYS.map((n) => (
            <option key={n} value={n}>
              {messages.within[n]}
            </option>
          ))}
        </select>
        <select
          aria-label={messages.sort}
          className={SELECT}
          value={`${order}-${dir}`}
          onChange={({ target }) => go({ ...search, ...readOrder(target.value) })}
        >
          {ORDERS.map((name) => (
            <option key={name} value={name}>
              {messages.orders[name]}
            </option>
          ))}
        </select>
      </div>
      <div role="group" aria-label={messages.filters} className="flex flex-wrap gap-1.5">
        {search.email === undefined ? null : (
          <FilterChip
            field={messages.column.email}
            value={search.email}
            onOpen={() => go({ ...search, email: undefined, q: search.email })}
            onRemove={() => go({ ...search, email: undefined })}
          />
        )}
        {[undefined, ...SHOWN].map((name) => {
          const isOn = name === show;
          const count = facets === undefined ? undefined : countOf(name, facets);
          return (
            <button
              key={name ?? 'all'}
              type="button"
              aria-pressed={isOn}
              className={`${CHIP} ${isOn ? 'border-accent-line bg-accent-tint text-accent-text' : 'border-line-strong text-ink-2 hover:bg-hover'}`}
              onClick={() => go({ ...search, show: isOn ? undefined : name })}
            >
              {messages.show[name ?? 'all']}
              {count === undefined ? null : (
                <span className="font-normal text-ink-3 tabular-nums">{formatCount(count)}</span>
              )}
            </button>
          );
        })}
      </div>
    </div>
  );
}

function readOrder(value: string): Pick<PortalSearch, 'order' | 'dir'> {
  const [order, dir] = value.split('-');
  return {
    order: order === 'expires' || order === 'uses' ? order : undefined,
    dir: dir === 'asc' ? 'asc' : undefined,
  };
}

function countOf(show: Shown | undefined, { state, expiring, unused, many_uses }: PortalFacets): number {
  if (show === undefined) return state.active + state.expired + state.revoked;
  if (show === 'expiring') return expiring;
  if (show === 'unused') return unused;
  return show === 'many' ? many_uses : state[show];
}
