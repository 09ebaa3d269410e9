import { Link } from '@tanstack/react-router';
import { callsOfWindow } from '#src/ai-usage/calls/calls-filters.ts';
import { CELL, FIGURE_LINK, HEAD, NUMBER } from '#src/ai-usage/figure-class.ts';
import type { PricedTraffic, RepricedTraffic, Repricing } from '#src/ai-usage/figures/reprice.ts';
import { fromPico } from '#src/ai-usage/figures/value-usd.ts';
import { Usd } from '#src/ai-usage/usd.tsx';
import type { UsageWindow } from '#src/ai-usage/usage-window.ts';
import { formatPercent } from '#src/format/compact.ts';
import { formatUsd } from '#src/format/money.ts';
import { messages } from './value-messages.ts';

const texts = messages.prices;

interface RepriceTableProps {
  readonly compared: Repricing;
  /** Whose tokens they are. */
  readonly window: UsageWindow;
}

/** A line for each price list: its total, how it differs from what was paid, and each feature. */
export function RepriceTable({ compared, window }: RepriceTableProps) {
  const { features, paid, others } = compared;
  const { column } = texts;
  return (
    <div className="mt-1 overflow-x-auto">
      <table className="w-full border-collapse">
        <caption className="sr-only">{texts.caption}</caption>
        <thead>
          <tr className="border-b border-line">
            <th scope="col" className={`${HEAD} ps-0 text-start`}>
              {column.model}
            </th>
            {[column.total, column.difference, column.perMillion, ...features].map((label) => (
              <th key={label} scope="col" className={`${HEAD} text-end`}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr className="border-b border-line">
            <th scope="row" className={`${CELL} ps-0 text-start font-medium`}>
              {texts.paid}
            </th>
            <td className={`${NUMBER} font-medium`}>
              <Link
                to="/ai/usage"
                search={callsOfWindow(window)}
                aria-label={messages.sheet.showCalls(formatUsd(fromPico(paid.total)))}
                className={FIGURE_LINK}
              >
                <Usd usd={fromPico(paid.total)} />
              </Link>
            </td>
            <td className={`${NUMBER} text-ink-3`}>–</td>
            <td className={`${NUMBER} text-ink-3`}>–</td>
            <FeatureCells features={features} priced={paid} />
          </tr>
          {others.map((priced) => (
            <tr key={priced.price.name} className="border-b border-line">
              <th scope="row" className={`${CELL} ps-0 text-start font-normal [overflow-wrap:anywhere]`}>
                {priced.price.name}
              </th>
              <td className={`${NUMBER} font-medium`}>
                <Usd usd={fromPico(priced.total)} />
              </td>
              <td className={NUMBER}>{differenceOf(priced)}</td>
              <td className={`${NUMBER} text-ink-2`}>
                {texts.perMillion(formatUsd(priced.price.input_usd), formatUsd(priced.price.output_usd))}
              </td>
              <FeatureCells features={features} priced={priced} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function FeatureCells({ features, priced }: { readonly features: readonly string[]; readonly priced: PricedTraffic }) {
  return features.map((feature) => (
    <td key={feature} className={`${NUMBER} text-ink-2`}>
      <Usd usd={fromPico(priced.byFeature.get(feature) ?? 0n)} />
    </td>
  ));
}

/** "−$5.36, −90.7 %". The share is left out where nothing was paid. */
function differenceOf({ difference, differenceShare: share }: RepricedTraffic): string {
  if (difference === 0n) return texts.equal;
  const isMore = difference > 0n;
  const usd = formatUsd(fromPico(isMore ? difference : -difference));
  const amount = isMore ? texts.more(usd) : texts.less(usd);
  if (share === null) return amount;
  const percent = formatPercent(Math.abs(share));
  return `${amount}, ${isMore ? texts.morePercent(percent) : texts.lessPercent(percent)}`;
}
