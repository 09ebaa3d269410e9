import { keepPreviousData } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { writeJson } from '#contract/json.ts';
import type { Visitor } from '#contract/visitors.ts';
import { isWholeService, useWhoami } from '#src/api/whoami.ts';
import { formatCount } from '#src/format/number.ts';
import { ChoiceFilter } from '#src/forms/choice-filter.tsx';
import { ExportButton } from '#src/list-export/export-button.tsx';
import { fieldsFile, useFileName } from '#src/list-export/list-file.ts';
import { CustomerTabs } from '#src/panels/customer-tabs.tsx';
import { PageActions } from '#src/panels/page-actions.tsx';
import { PageHeader } from '#src/panels/page-frame.tsx';
import { PageBody } from '#src/panels/page-parts.tsx';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import { AddressText } from '#src/ui/address-text.tsx';
import { NoRows } from '#src/ui/empty-block.tsx';
import { FilterChip } from '#src/ui/filter-chip.tsx';
import { Instant } from '#src/ui/instant.tsx';
import { MoreRows, useMoreRows } from '#src/ui/rows/more-rows.tsx';
import { SearchBox } from '#src/ui/search-box.tsx';
import { Table } from '#src/ui/table.tsx';
import { messages } from './messages.ts';
import { CustomerDoor, SegmentLinks, visitorName } from './parts.tsx';
import { listOptions, listQuery, readPage } from './queries.ts';
import type { VisitorsSearch } from './search.ts';

const FIELDS = [
  'id',
  'visitor_key',
  'display_name',
  'email',
  'phone',
  'customer_identity_id',
  'segments',
  'event_count',
  'first_seen_utc',
  'last_seen_utc',
  'attributes',
] as const satisfies readonly (keyof Visitor)[];

interface VisitorsViewProps {
  readonly search: VisitorsSearch;
  readonly go: (next: VisitorsSearch) => void;
}

/** The visitors of the website, known or not: find one, and save the list. */
export function VisitorsView({ search, go }: VisitorsViewProps) {
  const nameOf = useFileName();
  const hasSegments = isWholeService(useWhoami());
  const {
    query,
    rows,
    total = 0,
    more,
  } = useMoreRows({
    ...listOptions(search, hasSegments),
    placeholderData: keepPreviousData,
  });
  const isFiltered = Object.keys(listQuery(search)).length > 0;
  return (
    <>
      <PageHeader
        title={messages.customers}
        documentTitle={`${messages.title} · ${messages.customers}`}
        tabs={<CustomerTabs />}
        actions={<PageActions />}
      />
      <PageBody>
        <Panel
          title={messages.title}
          note={
            <span role="status">
              {query.data === undefined || query.isPlaceholderData
                ? null
                : messages.shownOf(formatCount(rows.length), formatCount(total))}
            </span>
          }
          actions={
            <ExportButton<Visitor>
              command="customers-visitors-download"
              label={messages.download}
              total={query.data === undefined ? undefined : total}
              nothing={messages.nothing}
              fileOf={() => ({
                fileName: nameOf(isFiltered ? messages.filteredFile : messages.file),
                readPage: (skip, limit, signal) =>
                  readPage({ ...listQuery(search), limit, skip }, { signal, priority: 'background' }),
                fileOf: (all) =>
                  fieldsFile(
                    FIELDS,
                    all.map(({ segments, attributes, ...visitor }) => ({
                      ...visitor,
                      segments: segments.join(', '),
                      attributes: writeJson(attributes),
                    })),
                  ),
              })}
            />
          }
        >
          <Filters
            search={search}
            go={go}
            segments={query.data?.pages[0]?.segment_names ?? []}
            hasResults={query.data !== undefined && !query.isPlaceholderData}
          />
          <QueryState query={query} name={messages.title} rows={8} rowClass="min-h-12">
            {() =>
              rows.length > 0 ? (
                <VisitorsTable rows={rows} />
              ) : (
                <NoRows
                  texts={messages}
                  icon="people"
                  isFiltered={isFiltered}
                  clear={{ label: messages.noMatch.clear, onClick: () => go({}) }}
                />
              )
            }
          </QueryState>
          <MoreRows {...more} />
        </Panel>
      </PageBody>
    </>
  );
}

interface FiltersProps extends VisitorsViewProps {
  /** The names of all segments. */
  readonly segments: readonly string[];
  readonly hasResults: boolean;
}

function Filters({ search, go, segments, hasResults }: FiltersProps) {
  const { q = '', segment, customer } = search;
  return (
    <div className="flex flex-wrap items-end gap-2 py-2.5 print:hidden">
      <SearchBox
        label={messages.search}
        clearLabel={messages.clearSearch}
        group={messages.title}
        value={q}
        hasResults={hasResults}
        className="max-w-72 basis-40 max-md:max-w-full [&>input]:min-h-control"
        onChange={(text) => go({ ...search, q: text === '' ? undefined : text })}
        onLeave={() => document.querySelector<HTMLElement>('tr[data-row] a')?.focus()}
      />
      {segments.length === 0 && segment === undefined ? null : (
        <ChoiceFilter
          label={messages.segment}
          any={messages.anySegment}
          value={segment}
          options={segments.map((name) => [name, name])}
          onChange={(next) => go({ ...search, segment: next })}
        />
      )}
      {customer === undefined ? null : (
        <FilterChip
          field={messages.customer}
          value={customer}
          onRemove={() => go({ ...search, customer: undefined })}
        />
      )}
    </div>
  );
}

function VisitorsTable({ rows }: { readonly rows: readonly Visitor[] }) {
  const { column } = messages;
  return (
    <Table
      caption={messages.title}
      rows={rows}
      keyOf={({ id }) => id.toString()}
      phone="stack"
      columns={[
        { key: 'visitor', head: column.visitor, isRowHead: true, cell: (visitor) => <VisitorCell visitor={visitor} /> },
        { key: 'customer', head: messages.customer, cell: (visitor) => <CustomerDoor visitor={visitor} /> },
        { key: 'segments', head: column.segments, cell: ({ segments }) => <SegmentLinks segments={segments} /> },
        {
          key: 'events',
          head: column.events,
          isFigure: true,
          cell: ({ event_count: events }) => formatCount(events),
        },
        {
          key: 'first',
          head: column.first,
          isFigure: true,
          className: 'max-md:hidden',
          cell: ({ first_seen_utc: at }) => <Instant at={at} />,
        },
        {
          key: 'last',
          head: column.last,
          isFigure: true,
          isBeside: true,
          cell: ({ last_seen_utc: at }) => <Instant at={at} form="instant" />,
        },
      ]}
    />
  );
}

/** The name with the key and the email below it. */
function VisitorCell({ visitor }: { readonly visitor: Visitor }) {
  const { visitor_key: key, email } = visitor;
  const name = visitorName(visitor);
  const look = 'block max-w-[max(220px,26vw)] truncate max-md:max-w-full';
  return (
    <>
      <Link
        to="/customers/visitors/$key"
        params={{ key }}
        dir="auto"
        title={name}
        className={`${look} font-medium hover:underline`}
      >
        {name}
      </Link>
      {name === key ? null : (
        <bdi title={key} className={`${look} text-12 text-ink-3`}>
          <span className="font-mono">{key}</span>
        </bdi>
      )}
      {email === null || name === email ? null : (
        <bdi className={`${look} text-12 text-ink-3`}>
          <AddressText text={email} />
        </bdi>
      )}
    </>
  );
}
