import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { type AiCallEntry, listAiCalls, listAiUsage } from '#contract/ai-reports.ts';
import { Usd } from '#src/ui/usd.tsx';
import { reportOptions, wholeReportOptions } from '#src/ai-usage/queries.ts';
import { type CallsSearch, STATUSES, type TabProps } from '#src/ai-usage/search.ts';
import { useWhoami } from '#src/api/whoami.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatLatency, formatCount } from '#src/format/number.ts';
import { addDays, utcToday } from '#src/format/days.ts';
import { formatNear } from '#src/format/time.ts';
import { useNow } from '#src/format/use-now.ts';
import { ChoiceFilter } from '#src/forms/choice-filter.tsx';
import { ExportButton } from '#src/list-export/export-button.tsx';
import { fieldsFile, pagesOf } from '#src/list-export/list-file.ts';
import { windowOf, formatUtcDaysAndYears } from '#src/panels/day-window.ts';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import { Button, buttonClass } from '#src/ui/button.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { FilterChip } from '#src/ui/filter-chip.tsx';
import { Pager } from '#src/ui/rows/pager.tsx';
import { Segmented } from '#src/ui/segmented.tsx';
import { Table } from '#src/ui/table.tsx';
import { CallTime, FilterLink, None, SessionCell, StatusCell, TicketLink } from './call-cells.tsx';
import {
  CALL_PAGE,
  callsQuery,
  filtersOf,
  withFilter,
  withoutFilter,
  withoutFilters,
  type CallFilter,
} from './calls-filters.ts';
import { messages } from './messages.ts';

/** A file has no more rows than this. */
const MAX_ROWS = 10_000;
/** Columns of the file: fields of the API by their names, so that costs have every digit. */
export const CALL_FIELDS = [
  'id',
  'created_utc',
  'feature',
  'model',
  'status',
  'input_tokens',
  'output_tokens',
  'cost_usd',
  'priced',
  'latency_ms',
  'cache_hit',
  'session_id',
  'ticket_id',
  'customer_identity_id',
  'token_id',
  'token_label',
  'error_code',
  'refused_by',
] as const satisfies readonly (keyof AiCallEntry)[];

/** Calls one by one, as the address filters them, with their sum. */
export function CallsPage({ search, go }: TabProps<CallsSearch>) {
  const { site_id: siteId } = useWhoami();
  const window = windowOf(search, utcToday(useNow()));
  const filters = callsQuery(search, window);
  const skip = search.skip ?? 0;
  const order = search.order === 'cost' ? ({ order_by: 'cost' } as const) : {};
  const list = useQuery({
    ...reportOptions(listAiCalls, { ...filters, ...order, limit: CALL_PAGE, skip }),
    placeholderData: keepPreviousData,
  });
  // The service sums up whole days only.
  const { status, since, ...summed } = filters;
  const sum = useQuery({
    ...reportOptions(listAiUsage, status === undefined || status === 'ran' ? summed : { ...summed, status }),
    enabled: since === undefined,
  });
  const total = list.data?.total_count;
  // An old link or deleted calls: the last page instead of an empty one.
  const lastSkip = total === undefined ? null : Math.max(0, Math.ceil(total / CALL_PAGE) - 1) * CALL_PAGE;
  useEffect(() => {
    if (list.isPlaceholderData || lastSkip === null || skip <= lastSkip) return;
    go({ ...search, skip: lastSkip === 0 ? undefined : lastSkip });
    // Once for each page that is too far.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [lastSkip, skip, list.isPlaceholderData]);
  const isFiltered = filtersOf(search).length > 0;
  const figures = since === undefined ? sum.data?.items[0] : undefined;
  return (
    <Panel
      title={messages.calls}
      note={formatUtcDaysAndYears(window)}
      actions={
        <>
          <Segmented
            label={messages.order.label}
            value={search.order ?? 'created'}
            options={[
              { value: 'created', label: messages.order.newest },
              { value: 'cost', label: messages.order.cost },
            ]}
            onChange={(value) => go({ ...search, order: value === 'cost' ? value : undefined, skip: undefined })}
          />
          <ExportButton<AiCallEntry>
            command="ai-calls-download"
            label={messages.csv.save}
            total={total}
            nothing={messages.csv.nothing}
            fileOf={() => ({
              fileName: `ai-calls-${siteId}-${window.from}-to-${addDays(window.to, -1)}-utc.csv`,
              readPage: pagesOf(listAiCalls, { ...filters, ...order }),
              fileOf: (calls) => fieldsFile(CALL_FIELDS, calls),
              maxRows: MAX_ROWS,
            })}
          />
        </>
      }
    >
      <CallsFilterBar search={search} go={go} />
      <QueryState query={list} name={messages.calls} rows={12}>
        {({ items, total_count }) =>
          items.length === 0 ? (
            <EmptyBlock
              icon="spark"
              title={isFiltered ? messages.empty.filtered : messages.empty.title}
              text={isFiltered ? messages.empty.filteredText : messages.empty.text}
            />
          ) : (
            <>
              <p className="mt-2 text-12 text-ink-2 tabular-nums">
                {figures === undefined ? null : (
                  <>
                    {figures.calls === 0 && figures.refused > 0 ? (
                      messages.onlyRefused(figures.refused, formatCount(figures.refused))
                    ) : (
                      <>
                        {messages.sum(figures.calls, formatCount(figures.calls))} <Usd usd={figures.cost_usd} />
                        {figures.unpriced_calls > 0
                          ? `, ${messages.withUnpriced(formatCount(figures.unpriced_calls))}`
                          : null}
                        {figures.refused > 0 && status !== 'ran'
                          ? `, ${messages.withRefused(formatCount(figures.refused))}`
                          : null}
                      </>
                    )}
                  </>
                )}
              </p>
              <div className={list.isPlaceholderData ? 'opacity-50' : ''} aria-busy={list.isPlaceholderData}>
                <CallsTable calls={items} search={search} />
              </div>
              <Pager
                label={messages.pages}
                texts={messages}
                skip={search.skip}
                shown={items.length}
                total={total_count}
                size={CALL_PAGE}
                isAlwaysShown
                className="mt-3"
                link={(to, text) => (
                  <Link
                    to="/ai/usage/calls"
                    search={{ ...search, skip: to }}
                    className={buttonClass()}
                    resetScroll={false}
                  >
                    {text}
                  </Link>
                )}
              />
            </>
          )
        }
      </QueryState>
    </Panel>
  );
}

interface CallsProps {
  readonly calls: readonly AiCallEntry[];
  readonly search: CallsSearch;
}

/** One call a row; a value of a cell narrows the list to it. */
function CallsTable({ calls, search }: CallsProps) {
  const { column } = messages;
  const figure = (show: (call: AiCallEntry) => ReactNode) => (call: AiCallEntry) =>
    call.status === 'refused' ? <span className="text-ink-3">–</span> : show(call);
  return (
    <Table
      caption={messages.caption}
      className="mt-1 text-12 md:[&_:is(th,td)]:align-middle!"
      phone="stack"
      rows={calls}
      keyOf={({ id }) => String(id)}
      columns={[
        {
          key: 'time',
          head: column.time(useDisplayZone()),
          isRowHead: true,
          cell: ({ created_utc }) => <CallTime iso={created_utc} />,
        },
        {
          key: 'feature',
          head: column.feature,
          cell: ({ feature }) => <FilterLink search={search} filter={{ feature }} value={feature} />,
        },
        {
          key: 'model',
          head: column.model,
          cell: ({ model }) => <FilterLink search={search} filter={{ model }} value={model} />,
        },
        {
          key: 'status',
          head: column.status,
          cell: (call) => <StatusCell call={call} search={search} />,
        },
        {
          key: 'input',
          className: 'max-md:hidden',
          head: column.input,
          isFigure: true,
          cell: figure(({ input_tokens }) => formatCount(input_tokens)),
        },
        {
          key: 'output',
          className: 'max-md:hidden',
          head: column.output,
          isFigure: true,
          cell: figure(({ output_tokens }) => formatCount(output_tokens)),
        },
        {
          key: 'cost',
          isBeside: true,
          head: column.cost,
          isFigure: true,
          cell: figure(({ cost_usd }) => <Usd usd={cost_usd} />),
        },
        {
          key: 'latency',
          className: 'max-md:hidden',
          head: column.latency,
          isFigure: true,
          cell: figure(({ latency_ms }) => formatLatency(latency_ms)),
        },
        {
          key: 'session',
          head: column.session,
          cell: ({ session_id }) => <SessionCell session={session_id} toCalls={search} />,
        },
        {
          key: 'ticket',
          head: column.ticket,
          cell: ({ ticket_id }) => <TicketLink id={ticket_id} />,
        },
        {
          key: 'token',
          className: 'max-md:hidden',
          head: column.token,
          cell: ({ token_id: id, token_label: label }) =>
            id === null ? (
              <None />
            ) : (
              <FilterLink search={search} filter={{ token: id.toString() }} value={label ?? id.toString()} />
            ),
        },
      ]}
    />
  );
}

/** Feature, model and status to choose from; what else an address or a cell narrows the list by can be removed. */
function CallsFilterBar({ search, go }: TabProps<CallsSearch>) {
  const { from, to } = windowOf(search, utcToday(useNow()));
  const zone = useDisplayZone();
  const nowMs = useNow();
  const rows = useQuery(wholeReportOptions(listAiUsage, { from, to, group_by: ['feature', 'model'] })).data ?? [];
  const named = (names: readonly (string | undefined)[]) =>
    [...new Set(names)].flatMap((name) => (name === undefined ? [] : [[name, name] as const]));
  const others = filtersOf(search).filter(({ filter }) => !CHOSEN.some((one) => one === filter));
  const { any, filter: labels } = messages;
  return (
    <div role="group" aria-label={messages.filters} className="mt-2 flex flex-wrap items-end gap-2">
      <ChoiceFilter
        label={labels.feature}
        any={any.feature}
        value={search.feature}
        options={named(rows.map(({ feature }) => feature))}
        onChange={(feature) => go(withFilter(search, { feature }))}
      />
      <ChoiceFilter
        label={labels.model}
        any={any.model}
        value={search.model}
        options={named(rows.map(({ model }) => model))}
        onChange={(model) => go(withFilter(search, { model }))}
      />
      <ChoiceFilter
        label={labels.status}
        any={any.status}
        value={search.status}
        options={STATUSES.map((status) => [status, messages.status[status]])}
        onChange={(value) => go(withFilter(search, { status: STATUSES.find((status) => status === value) }))}
      />
      {others.map((one) => (
        <FilterChip
          key={one.filter}
          field={labels[one.filter]}
          value={valueText(one, zone, nowMs)}
          onRemove={() => go(withoutFilter(search, one.filter))}
        />
      ))}
      {filtersOf(search).length > 1 ? (
        <Button variant="ghost" onClick={() => go(withoutFilters(search))}>
          {messages.removeAll}
        </Button>
      ) : null}
    </div>
  );
}

const CHOSEN = ['feature', 'model', 'status'] as const satisfies readonly CallFilter[];

/** The value of a filter in words. */
function valueText({ filter, value }: ReturnType<typeof filtersOf>[number], zone: string, nowMs: number): string {
  if (filter === 'since') return formatNear(value, zone, nowMs);
  if (filter === 'unpriced') return messages.yes;
  if (filter === 'min') return formatCount(Number(value));
  return value;
}
