import type { AiCallEntry } from '#contract/ai-reports.ts';
import { CELL, HEAD, NUMBER } from '#src/ai-usage/figure-class.ts';
import type { AiSearch } from '#src/ai-usage/search.ts';
import { Usd } from '#src/ai-usage/usd.tsx';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatLatency } from '#src/format/latency.ts';
import { formatCount } from '#src/format/number.ts';
import { formatInstant } from '#src/format/time.ts';
import { dayAndTimeOf } from '#src/format/zone-time.ts';
import { FilterLink, SessionCell, StatusCell, TicketLink } from './call-cells.tsx';
import { messages } from './calls-messages.ts';

interface CallsTableProps {
  readonly calls: readonly AiCallEntry[];
  readonly search: AiSearch;
}

const { column } = messages;
const NUMBERS = [column.input, column.output, column.cost, column.latency];

/** One call a row; a value of a cell narrows the list to it. */
export function CallsTable({ calls, search }: CallsTableProps) {
  const zone = useDisplayZone();
  return (
    <div className="mt-1 overflow-x-auto">
      <table className="w-full border-collapse text-12">
        <caption className="sr-only">{messages.caption}</caption>
        <thead>
          <tr className="border-b border-line">
            {[column.time(zone), column.feature, column.model, column.status].map((label) => (
              <th key={label} scope="col" className={`${HEAD} text-start`}>
                {label}
              </th>
            ))}
            {NUMBERS.map((label) => (
              <th key={label} scope="col" className={`${HEAD} text-end`}>
                {label}
              </th>
            ))}
            {[column.session, column.ticket, column.token].map((label) => (
              <th key={label} scope="col" className={`${HEAD} text-start`}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {calls.map((call) => (
            <CallRow key={call.id} call={call} search={search} zone={zone} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface CallRowProps {
  readonly call: AiCallEntry;
  readonly search: AiSearch;
  readonly zone: string;
}

function CallRow({ call, search, zone }: CallRowProps) {
  const { feature, model, token_id: token, token_label: label } = call;
  const isRefused = call.status === 'refused';
  const none = <span className="text-ink-3">–</span>;
  return (
    <tr className="border-b border-line hover:bg-hover">
      <th scope="row" className={`${CELL} text-start font-normal whitespace-nowrap tabular-nums`}>
        <CallTime iso={call.created_utc} zone={zone} />
      </th>
      <td className={CELL}>
        <FilterLink search={search} filter="feature" filters={{ feature }} value={feature} />
      </td>
      <td className={CELL}>
        <FilterLink search={search} filter="model" filters={{ model }} value={model} />
      </td>
      <td className={CELL}>
        <StatusCell call={call} search={search} />
      </td>
      <td className={NUMBER}>{isRefused ? none : formatCount(call.input_tokens)}</td>
      <td className={NUMBER}>{isRefused ? none : formatCount(call.output_tokens)}</td>
      <td className={NUMBER}>{isRefused ? none : <Usd usd={call.cost_usd} />}</td>
      <td className={NUMBER}>{isRefused ? none : formatLatency(call.latency_ms)}</td>
      <td className={CELL}>
        <SessionCell call={call} search={search} />
      </td>
      <td className={`${CELL} whitespace-nowrap`}>
        {call.ticket_id === null ? (
          <span className="text-ink-3">{messages.none}</span>
        ) : (
          <TicketLink id={call.ticket_id} />
        )}
      </td>
      <td className={CELL}>
        {token === null ? (
          <span className="text-ink-3">{messages.none}</span>
        ) : (
          <FilterLink
            search={search}
            filter="token"
            filters={{ token: token.toString() }}
            value={label ?? token.toString()}
          />
        )}
      </td>
    </tr>
  );
}

/** When a call was made, in the chosen zone; UTC in its title. */
export function CallTime({ iso, zone }: { readonly iso: string; readonly zone: string }) {
  const wall = dayAndTimeOf(iso, zone);
  return (
    <time dateTime={iso} title={formatInstant(iso, 'UTC')}>
      {wall === null ? iso : `${wall.day} ${wall.time}`}
    </time>
  );
}
