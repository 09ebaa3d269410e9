import { Suspense, useState } from 'react';
import type { PortalFacets } from '#contract/portal.ts';
import { formatCount } from '#src/format/number.ts';
import { QueryPending, StaleQuery } from '#src/panels/panel.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { MoreRows } from '#src/ui/rows/more-rows.tsx';
import { showApiCalls, useHasApiCalls } from '#src/ui/show-api-calls.ts';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { FilterBar } from './filter-bar.tsx';
import { LinksTable } from './links-table.tsx';
import { messages } from './messages.ts';
import { useLinks } from './queries.ts';
import type { RevokeAsked } from './revoke-links.ts';
import type { PortalSearch } from './search.ts';

const LinksExport = lazyPart(async () => (await import('./links-export.tsx')).LinksExport);

/** Rows that are loading, as high as those that come. */
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
  /** By the text of the id. */
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
  readonly reason: string | undefined;
  readonly onIssue: () => void;
  readonly onRevokeMany: (asked: RevokeAsked) => void;
}

/** Every link of the site, with what should be looked after. */
export function LinksList({ search, go, selected, onSelect, reason, onIssue, onRevokeMany }: LinksListProps) {
  const hasCalls = useHasApiCalls();
  const [isExporting, setExporting] = useState(false);
  const { query, rows, total = 0, more } = useLinks(search);
  const facets = query.data?.pages[0]?.facets;
  const chosen = rows.filter(({ id }) => selected.has(id.toString()));
  const isFiltered =
    search.show !== undefined || search.q !== undefined || search.email !== undefined || search.days !== undefined;
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
        {hasCalls ? (
          <IconButton icon="code" size="sm" label={messages.showCall} onClick={() => showApiCalls('portal_tokens')} />
        ) : null}
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
            onClick={() => onRevokeMany({ kind: 'selected', ids: chosen.slice(0, 1_000).map(({ id }) => id) })}
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
            <Button variant="primary" disabledReason={reason} onClick={onIssue}>
              {messages.issue}
            </Button>
          }
        />
      )}
      <MoreRows {...more} />
      {isExporting ? (
        <Suspense fallback={null}>
          <LinksExport
            search={search}
            total={query.data === undefined ? undefined : total}
            onClose={() => setExporting(false)}
          />
        </Suspense>
      ) : null}
    </section>
  );
}

/** Reminds of what expires soon, before the customer meets it. */
function SoonLine({
  facets,
  search,
  go,
}: Pick<LinksListProps, 'search' | 'go'> & { readonly facets: PortalFacets | undefined }) {
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
