import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listAiCalls, listAiUsage, type AiCallEntry } from '#contract/ai-reports.ts';
import { messages as pageMessages } from '#src/ai-usage/messages.ts';
import { reportOptions } from '#src/ai-usage/queries.ts';
import type { AiSearch } from '#src/ai-usage/search.ts';
import type { TabProps } from '#src/ai-usage/tab-props.ts';
import { addDays, utcToday, windowOf } from '#src/ai-usage/usage-window.ts';
import { Usd } from '#src/ai-usage/usd.tsx';
import { useMedia } from '#src/browser/use-media.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatLatency } from '#src/format/latency.ts';
import { formatCount } from '#src/format/number.ts';
import { useNow } from '#src/format/use-now.ts';
import { formatUtcDate } from '#src/format/utc-day.ts';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { Segmented } from '#src/ui/segmented.tsx';
import { FilterLink, StatusCell, TicketLink, TranscriptLink } from './call-cells.tsx';
import { CallsExport } from './calls-export.tsx';
import { CallsFilterBar } from './calls-filter-bar.tsx';
import { CALL_PAGE, callsQuery, filtersOf } from './calls-filters.ts';
import { messages } from './calls-messages.ts';
import { CallsTable, CallTime } from './calls-table.tsx';
import { Pager } from './pager.tsx';

interface CallsRowsProps {
  readonly calls: readonly AiCallEntry[];
  readonly search: AiSearch;
}

/** The same calls where a table has no room: what and how much, then when and for whom. */
function CallsRows({ calls, search }: CallsRowsProps) {
  const zone = useDisplayZone();
  return (
    <ul aria-label={messages.caption} className="mt-1">
      {calls.map((call) => (
        <li key={call.id} className="border-b border-line py-2 text-12">
          <div className="flex items-center gap-2">
            <FilterLink search={search} filter="feature" filters={{ feature: call.feature }} value={call.feature} />
            <StatusCell call={call} search={search} />
            {call.ticket_id !== null ? (
              <TicketLink id={call.ticket_id} />
            ) : call.session_id !== null ? (
              <TranscriptLink search={search} session={call.session_id} />
            ) : null}
            <span className="ms-auto font-medium tabular-nums">
              {call.status === 'refused' ? '–' : <Usd usd={call.cost_usd} />}
            </span>
          </div>
          <div className="flex flex-wrap items-center gap-x-2 text-ink-3 tabular-nums">
            <CallTime iso={call.created_utc} zone={zone} />
            <FilterLink search={search} filter="model" filters={{ model: call.model }} value={call.model} />
            {call.status === 'refused' ? null : (
              <span>
                {messages.tokens(formatCount(call.input_tokens), formatCount(call.output_tokens))},{' '}
                {formatLatency(call.latency_ms)}
              </span>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Calls one by one, as the address filters them, with what they add up to. */
export function CallsList({ search, go }: TabProps) {
  const window = windowOf(search, utcToday(useNow()));
  const isPhone = useMedia('(max-width: 767.98px)');
  const filters = callsQuery(search, window);
  const skip = search.skip ?? 0;
  const order = search.order === 'cost' ? ({ order_by: 'cost' } as const) : {};
  const page = useQuery({
    ...reportOptions(listAiCalls, { ...filters, ...order, limit: CALL_PAGE, skip }),
    placeholderData: keepPreviousData,
  });
  const sum = useQuery(reportOptions(listAiUsage, filters));
  const total = page.data?.total_count;
  // Somebody's old link, or calls that are gone: the last page instead of an empty one.
  const lastSkip = total === undefined ? null : Math.max(0, Math.ceil(total / CALL_PAGE) - 1) * CALL_PAGE;
  useEffect(() => {
    if (page.isPlaceholderData || lastSkip === null || skip <= lastSkip) return;
    go({ ...search, skip: lastSkip === 0 ? undefined : lastSkip }, { replace: true });
    // Once for each page that is too far.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [lastSkip, skip, page.isPlaceholderData]);
  const isFiltered = filtersOf(search).length > 0;
  const figures = sum.data?.items[0];
  return (
    <Panel
      title={messages.calls}
      note={pageMessages.utcDays(formatUtcDate(window.from), formatUtcDate(addDays(window.to, -1)))}
      resource="ai_reports"
      actions={
        <>
          <Segmented
            label={messages.order.label}
            value={search.order ?? 'created'}
            options={[
              { value: 'created', label: messages.order.newest },
              { value: 'cost', label: messages.order.cost },
            ]}
            onChange={(value) =>
              go({ ...search, order: value === 'cost' ? value : undefined, skip: undefined }, { replace: true })
            }
          />
          <CallsExport query={{ ...filters, ...order }} window={window} total={total} />
        </>
      }
    >
      <CallsFilterBar search={search} go={go} />
      <QueryState query={page} name={messages.calls} rows={12}>
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
                    {messages.sum(formatCount(figures.calls))} <Usd usd={figures.cost_usd} />
                    {figures.refused > 0 ? `, ${messages.withRefused(formatCount(figures.refused))}` : null}
                  </>
                )}
              </p>
              <div className={page.isPlaceholderData ? 'opacity-50' : ''} aria-busy={page.isPlaceholderData}>
                {isPhone ? <CallsRows calls={items} search={search} /> : <CallsTable calls={items} search={search} />}
              </div>
              <Pager
                search={search}
                skip={skip}
                shown={items.length}
                total={total_count}
                size={CALL_PAGE}
                text={messages.range}
              />
            </>
          )
        }
      </QueryState>
    </Panel>
  );
}
