import type { PortalFacets } from '#contract/portal.ts';
import { useFailure } from '#src/api/use-failure.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { formatTime } from '#src/format/time.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { ErrorBlock } from '#src/ui/error-block.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { showApiCalls, useHasApiCalls } from '#src/ui/show-api-calls.ts';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { SlowNotice } from '#src/ui/slow-notice.tsx';
import { StaleStrip } from '#src/ui/stale-strip.tsx';
import { FilterBar } from './filter-bar.tsx';
import { LinksTable } from './links-table.tsx';
import { messages } from './messages.ts';
import type { RevokeAsked } from './revoke/revoke-asked.ts';
import type { PortalSearch } from './search.ts';
import { useLinks } from './use-links.ts';

/** Rows that are loading, as high as those that come. */
function ListSkeleton({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <div aria-busy="true">
      <p className="sr-only">{messages.loading}</p>
      {Array.from({ length: 8 }, (_, index) => (
        <div key={index} className="flex min-h-12 items-center gap-6 border-b border-line">
          <Skeleton className="h-2.5 w-48" />
          <Skeleton className="h-2.5 w-16" />
          <Skeleton className="h-2.5 w-28" />
        </div>
      ))}
      <SlowNotice onRetry={onRetry} />
    </div>
  );
}

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
  const zone = useDisplayZone();
  const hasCalls = useHasApiCalls();
  const query = useLinks(search);
  const failure = useFailure(query.data === undefined ? query.error : null, () => void query.refetch());
  const pages = query.data?.pages ?? [];
  const rows = pages.flatMap(({ items }) => items);
  const total = pages.at(-1)?.total_count ?? 0;
  const facets = pages[0]?.facets;
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
      {query.isError && query.data !== undefined ? (
        <StaleStrip
          shownAt={formatTime(new Date(query.dataUpdatedAt).toISOString(), zone)}
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : null}
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
      {failure !== null ? (
        <ErrorBlock {...failure} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : query.data === undefined ? (
        <ListSkeleton onRetry={() => void query.refetch()} />
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
      {query.hasNextPage ? (
        <Button className="mt-3" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {messages.moreRows}
        </Button>
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
