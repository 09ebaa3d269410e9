import { Link } from '@tanstack/react-router';
import type { AiUsageRow } from '#contract/ai-reports.ts';
import { callsSearch, type CallFilters } from '#src/ai-usage/calls/calls-filters.ts';
import { CELL, FIGURE_LINK, HEAD, NUMBER } from '#src/ai-usage/figure-class.ts';
import { fromPico, shareOf, sumPico, toPico } from '#src/ai-usage/figures/value-usd.ts';
import { DEFAULT_SORT, SPENDER_COLUMNS, type AiSearch, type SpenderColumn } from '#src/ai-usage/search.ts';
import type { GoTo } from '#src/ai-usage/tab-props.ts';
import type { ChartColour } from '#src/charts/chart-types.ts';
import { SVG_FILL, SWATCH } from '#src/charts/chart-colours.ts';
import { Usd } from '#src/ai-usage/usd.tsx';
import { formatCompact, formatPercent } from '#src/format/compact.ts';
import { formatCount } from '#src/format/number.ts';
import { Icon } from '#src/ui/icons/icon.tsx';
import { ShareBar } from '#src/ui/share-bar.tsx';
import { columnOf, figureOf, orderSpenders } from './spenders-order.ts';
import { messages } from './value-messages.ts';

export interface Spender {
  readonly key: string;
  readonly name: string;
  /** Who it acts for. */
  readonly about: string | null;
  /** The calls that are listed for it; null where the API cannot list them. */
  readonly filters: CallFilters | null;
  readonly figures: AiUsageRow;
}

interface SpendersTableProps {
  /** The heading of the names. */
  readonly head: string;
  readonly caption: string;
  readonly spenders: readonly Spender[];
  readonly search: AiSearch;
  readonly go: GoTo;
}

const texts = messages.spenders;
/** The costliest have one each, all others share the last. */
const COLOURS: readonly ChartColour[] = [1, 2, 3, 4, 5];
const OTHER: ChartColour = 6;

/** Spenders with their figures, ordered by any of them. */
export function SpendersTable({ head, caption, spenders, search, go }: SpendersTableProps) {
  const sort = search.spent_sort ?? DEFAULT_SORT;
  const { column, isAscending } = columnOf(sort);
  const total = sumPico(spenders.map(({ figures }) => figures.cost_usd));
  if (spenders.every(({ figures }) => figures.calls === 0 && figures.refused === 0)) {
    return <p className="mt-2 text-ink-3">{texts.empty}</p>;
  }

  const byCost = orderSpenders(spenders, DEFAULT_SORT);
  const colourOf = (spender: Spender): ChartColour => COLOURS[byCost.indexOf(spender)] ?? OTHER;
  const segments = byCost.map((spender) => ({
    key: spender.key,
    text: texts.shareOf(spender.name, formatPercent(shareOf(toPico(spender.figures.cost_usd), total) ?? 0)),
    value: spender.figures.cost_usd,
    fill: SVG_FILL[colourOf(spender)],
  }));

  function orderBy(next: SpenderColumn): void {
    const chosen = next === column && !isAscending ? next : (`-${next}` as const);
    go({ ...search, spent_sort: chosen === DEFAULT_SORT ? undefined : chosen }, { replace: true });
  }

  return (
    <div className="mt-2 overflow-x-auto">
      <ShareBar label={texts.shares(segments.map(({ text }) => text).join(', '))} segments={segments} />
      <table className="w-full border-collapse">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line">
            <th scope="col" className={`${HEAD} ps-0 text-start`}>
              {head}
            </th>
            {SPENDER_COLUMNS.map((name) => (
              <th
                key={name}
                scope="col"
                aria-sort={name === column ? (isAscending ? 'ascending' : 'descending') : undefined}
                className={`${HEAD} text-end`}
              >
                <button
                  type="button"
                  className="hit relative inline-flex min-h-6 items-center gap-1 font-medium hover:text-ink"
                  onClick={() => orderBy(name)}
                >
                  {name === column ? <Icon name={isAscending ? 'chevron-up' : 'chevron-down'} size={14} /> : null}
                  {texts.column[name]}
                </button>
              </th>
            ))}
            <th scope="col" className={`${HEAD} text-end`}>
              {texts.column.share}
            </th>
          </tr>
        </thead>
        <tbody>
          {orderSpenders(spenders, sort).map((spender) => (
            <Row key={spender.key} spender={spender} colour={colourOf(spender)} total={total} search={search} />
          ))}
        </tbody>
        <tfoot>
          <tr className="font-medium">
            <th scope="row" className={`${CELL} ps-0 text-start font-medium`}>
              {texts.total}
            </th>
            {SPENDER_COLUMNS.map((name) => (
              <td key={name} className={NUMBER}>
                {name === 'cost' ? (
                  <Usd usd={fromPico(total)} />
                ) : (
                  formatCompact(spenders.reduce((sum, { figures }) => sum + BigInt(figureOf(name, figures)), 0n))
                )}
              </td>
            ))}
            <td className={NUMBER}>{formatPercent(total === 0n ? 0 : 1)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

interface RowProps {
  readonly spender: Spender;
  readonly colour: ChartColour;
  readonly total: bigint;
  readonly search: AiSearch;
}

function Row({ spender, colour, total, search }: RowProps) {
  const { name, about, filters, figures } = spender;
  const share = shareOf(toPico(figures.cost_usd), total) ?? 0;
  return (
    <tr className="border-b border-line">
      <th scope="row" className={`${CELL} min-w-32 ps-0 text-start font-normal`}>
        <span aria-hidden="true" className={`me-2 inline-block size-2 rounded-[2px] ${SWATCH[colour]}`} />
        {filters === null ? (
          name
        ) : (
          <Link
            to="/ai/usage"
            search={callsSearch(search, filters)}
            aria-label={texts.showCalls(name)}
            className={`${FIGURE_LINK} [overflow-wrap:anywhere]`}
          >
            <bdi>{name}</bdi>
          </Link>
        )}
        {about === null ? null : <span className="ms-2 text-12 text-ink-3">{texts.agent(about)}</span>}
      </th>
      {SPENDER_COLUMNS.map((column) => (
        <td key={column} className={`${NUMBER} ${column === 'cost' ? 'font-medium' : ''}`}>
          <Figure column={column} figures={figures} />
        </td>
      ))}
      <td className={NUMBER}>{formatPercent(share)}</td>
    </tr>
  );
}

function Figure({ column, figures }: { readonly column: SpenderColumn; readonly figures: AiUsageRow }) {
  const value = figureOf(column, figures);
  if (column === 'cost') return <Usd usd={figures.cost_usd} />;
  const shown = formatCompact(value);
  const exact = formatCount(value);
  return exact === shown ? shown : <span title={exact}>{shown}</span>;
}
