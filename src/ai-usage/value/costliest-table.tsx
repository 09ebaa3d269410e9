import { Link } from '@tanstack/react-router';
import type { AiUsageRow } from '#contract/ai-reports.ts';
import { TranscriptLink } from '#src/ai-usage/calls/call-cells.tsx';
import { callsSearch, type CallFilters } from '#src/ai-usage/calls/calls-filters.ts';
import { CELL, FIGURE_LINK, HEAD, NUMBER } from '#src/ai-usage/figure-class.ts';
import type { Costliest } from '#src/ai-usage/figures/tail.ts';
import { fromPico, shareOf, toPico, type PicoUsd } from '#src/ai-usage/figures/value-usd.ts';
import type { AiSearch, CostliestBy } from '#src/ai-usage/search.ts';
import { Usd } from '#src/ai-usage/usd.tsx';
import { formatPercent } from '#src/format/compact.ts';
import { formatCount } from '#src/format/number.ts';
import { messages } from './value-messages.ts';

const texts = messages.costliest;

/** What a group is known by; null for the calls that belong to none. */
export function idOf(by: CostliestBy, row: AiUsageRow): string | null {
  const { session_id: session, ticket_id: ticket, customer_identity_id: customer } = row;
  const id = { session, ticket, customer }[by] ?? null;
  return id === null ? null : id.toString();
}

interface CostliestTableProps {
  readonly by: CostliestBy;
  readonly list: Costliest<AiUsageRow>;
  readonly search: AiSearch;
}

/** The costliest, everything else, what belongs to none, and what they add up to. */
export function CostliestTable({ by, list, search }: CostliestTableProps) {
  const { rows, none, rest, total } = list;
  if (total.calls === 0) return <p className="mt-2 text-ink-3">{texts.empty}</p>;
  return (
    <div className="mt-1 overflow-x-auto">
      <table className="w-full border-collapse">
        <caption className="sr-only">{texts.caption[by]}</caption>
        <thead>
          <tr className="border-b border-line">
            <th scope="col" className={`${HEAD} ps-0 text-start`}>
              {texts.one[by]}
            </th>
            {[texts.column.cost, texts.column.share, texts.column.calls].map((label) => (
              <th key={label} scope="col" className={`${HEAD} text-end`}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const id = idOf(by, row) ?? '';
            return (
              <tr key={id} className="border-b border-line">
                <th scope="row" className={`${CELL} ps-0 text-start font-normal`}>
                  <Door by={by} id={id} row={row} search={search} />
                </th>
                <Figures
                  cost={toPico(row.cost_usd)}
                  calls={row.calls}
                  total={total.cost}
                  search={search}
                  filters={{ [by]: id }}
                  name={nameOf(by, id, row)}
                />
              </tr>
            );
          })}
          {rest === null ? null : (
            <tr className="border-b border-line text-ink-2">
              <th scope="row" className={`${CELL} ps-0 text-start font-normal`}>
                {texts.rest(texts.restOf[by](rest.groups, formatCount(rest.groups)))}
              </th>
              <Figures cost={rest.cost} calls={rest.calls} total={total.cost} />
            </tr>
          )}
          {none === null ? null : (
            <tr className="border-b border-line text-ink-2">
              <th scope="row" className={`${CELL} ps-0 text-start font-normal`}>
                {texts.none[by]}
              </th>
              <Figures cost={toPico(none.cost_usd)} calls={none.calls} total={total.cost} />
            </tr>
          )}
        </tbody>
        <tfoot>
          <tr className="font-medium">
            <th scope="row" className={`${CELL} ps-0 text-start font-medium`}>
              {texts.total}
            </th>
            <Figures
              cost={total.cost}
              calls={total.calls}
              total={total.cost}
              search={search}
              filters={{}}
              name={texts.total}
            />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

interface DoorProps {
  readonly by: CostliestBy;
  readonly id: string;
  readonly row: AiUsageRow;
  readonly search: AiSearch;
}

function nameOf(by: CostliestBy, id: string, row: AiUsageRow): string {
  if (by === 'session') return id;
  if (by === 'customer') return row.customer_name ?? texts.unnamed(id);
  const number = row.ticket_number ?? null;
  return number === null ? id : texts.ticketNumber(number.toString());
}

/** The way from a line to what it is about. */
function Door({ by, id, row, search }: DoorProps) {
  const name = nameOf(by, id, row);
  if (by === 'ticket') {
    return (
      <Link to="/tickets/$id" params={{ id }} aria-label={texts.openTicket(name)} className={FIGURE_LINK}>
        {name}
      </Link>
    );
  }
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-x-2">
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <bdi>{name}</bdi>
      </span>
      {by === 'session' ? <TranscriptLink search={search} session={id} /> : null}
    </span>
  );
}

interface FiguresProps {
  readonly cost: PicoUsd;
  readonly calls: number;
  readonly total: PicoUsd;
  readonly search?: AiSearch;
  readonly filters?: CallFilters;
  /** Whose calls they are. */
  readonly name?: string;
}

/** Cost, share and calls of a line; the calls lead to their rows where the API can list them. */
function Figures({ cost, calls, total, search, filters, name = '' }: FiguresProps) {
  return (
    <>
      <td className={`${NUMBER} font-medium`}>
        <Usd usd={fromPico(cost)} />
      </td>
      <td className={NUMBER}>{formatPercent(shareOf(cost, total) ?? 0)}</td>
      <td className={NUMBER}>
        {search === undefined || filters === undefined ? (
          formatCount(calls)
        ) : (
          <Link
            to="/ai/usage"
            search={callsSearch(search, filters)}
            aria-label={`${formatCount(calls)}, ${texts.showCalls(name)}`}
            className={FIGURE_LINK}
          >
            {formatCount(calls)}
          </Link>
        )}
      </td>
    </>
  );
}
