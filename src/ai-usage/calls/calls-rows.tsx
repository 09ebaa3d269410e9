import type { AiCallEntry } from '#contract/ai-reports.ts';
import type { AiSearch } from '#src/ai-usage/search.ts';
import { Usd } from '#src/ai-usage/usd.tsx';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatLatency } from '#src/format/latency.ts';
import { formatCount } from '#src/format/number.ts';
import { FilterLink, StatusCell, TicketLink, TranscriptLink } from './call-cells.tsx';
import { messages } from './calls-messages.ts';
import { CallTime } from './calls-table.tsx';

interface CallsRowsProps {
  readonly calls: readonly AiCallEntry[];
  readonly search: AiSearch;
}

/** The same calls where a table has no room: what and how much, then when and for whom. */
export function CallsRows({ calls, search }: CallsRowsProps) {
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
