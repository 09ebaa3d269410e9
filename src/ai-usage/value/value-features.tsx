import { Link } from '@tanstack/react-router';
import { callsSearch } from '#src/ai-usage/calls/calls-filters.ts';
import { CELL, FIGURE_LINK, HEAD, NUMBER } from '#src/ai-usage/figure-class.ts';
import { costPer } from '#src/ai-usage/figures/value-figures.ts';
import { fromPico, shareOf, toPico } from '#src/ai-usage/figures/value-usd.ts';
import { Panel, WaitingRows } from '#src/panels/panel.tsx';
import type { AiSearch } from '#src/ai-usage/search.ts';
import { Usd } from '#src/ai-usage/usd.tsx';
import { formatPercent } from '#src/format/compact.ts';
import { formatCount } from '#src/format/number.ts';
import { messages } from './value-messages.ts';
import type { Cost } from './value-queries.ts';

interface ValueFeaturesProps {
  /** Null until it is known. */
  readonly cost: Cost | null;
  /** Null where it is not known, or there are none. */
  readonly resolved: number | null;
  readonly search: AiSearch;
  readonly note: string;
  /** The calls can be listed. */
  readonly hasReports: boolean;
}

const texts = messages.features;
/** The six features that most sites have, the head and the total. */
const ROWS = 8;

/** Which feature costs what for each resolved ticket; the lines add up to the sheet's figure. */
export function ValueFeatures({ cost, resolved, search, note, hasReports }: ValueFeaturesProps) {
  if (cost === null) {
    return (
      <Panel title={texts.title} note={note} resource="ai_usage">
        <WaitingRows name={texts.title} rows={ROWS} />
      </Panel>
    );
  }
  const calls = cost.features.reduce((sum, feature) => sum + feature.calls, 0);
  const per = (usd: bigint) => {
    const one = resolved === null ? null : costPer(usd, resolved);
    return one === null ? messages.sheet.none : <Usd usd={one} />;
  };
  return (
    <Panel title={texts.title} note={note} resource="ai_usage">
      {cost.features.length === 0 ? (
        <p className="mt-2 text-ink-3">{texts.empty}</p>
      ) : (
        <div className="mt-1 overflow-x-auto">
          <table className="w-full border-collapse">
            <caption className="sr-only">{texts.caption}</caption>
            <thead>
              <tr className="border-b border-line">
                <th scope="col" className={`${HEAD} ps-0 text-start`}>
                  {texts.column.feature}
                </th>
                {[texts.column.cost, texts.column.share, texts.column.calls, texts.column.perTicket].map((label) => (
                  <th key={label} scope="col" className={`${HEAD} text-end`}>
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {cost.features.map(({ feature, calls: count, cost_usd: usd }) => (
                <tr key={feature} className="border-b border-line">
                  <th scope="row" className={`${CELL} ps-0 text-start font-normal`}>
                    {hasReports ? (
                      <Link
                        to="/ai/usage"
                        search={callsSearch(search, { feature })}
                        aria-label={texts.showCalls(feature)}
                        className={FIGURE_LINK}
                      >
                        {feature}
                      </Link>
                    ) : (
                      feature
                    )}
                  </th>
                  <td className={NUMBER}>
                    <Usd usd={usd} />
                  </td>
                  <td className={NUMBER}>{formatPercent(shareOf(toPico(usd), cost.total) ?? 0)}</td>
                  <td className={NUMBER}>{formatCount(count)}</td>
                  <td className={`${NUMBER} font-medium`}>{per(toPico(usd))}</td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr className="font-medium">
                <th scope="row" className={`${CELL} ps-0 text-start font-medium`}>
                  {texts.total}
                </th>
                <td className={NUMBER}>
                  <Usd usd={fromPico(cost.total)} />
                </td>
                <td className={NUMBER}>{formatPercent(cost.total === 0n ? 0 : 1)}</td>
                <td className={NUMBER}>{formatCount(calls)}</td>
                <td className={NUMBER}>{per(cost.total)}</td>
              </tr>
            </tfoot>
          </table>
        </div>
      )}
    </Panel>
  );
}
