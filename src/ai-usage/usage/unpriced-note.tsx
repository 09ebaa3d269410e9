import { useQuery } from '@tanstack/react-query';
import { listAiPrices, listAiUsage } from '#contract/ai-reports.ts';
import type { TokenPrice } from '#src/ai-usage/figures/reprice.ts';
import { priceFor, unpricedCost, writesText, type UnpricedCost } from '#src/ai-usage/figures/unpriced.ts';
import { useHasReports, wholeReportOptions } from '#src/ai-usage/queries.ts';
import type { UsageSearch, TabProps } from '#src/ai-usage/search.ts';
import { addDays, monthStart } from '#src/format/days.ts';
import { formatUsd } from '#src/format/money.ts';
import { formatCount } from '#src/format/number.ts';
import { messages } from './messages.ts';

const texts = messages.unpriced;

interface Unpriced {
  readonly cost: UnpricedCost;
  readonly price: TokenPrice;
  /** The models that it can be reckoned at. */
  readonly names: readonly string[];
}

/** What the calls without a price of a window would have cost; null while it is not known, or where it cannot be. */
export function useUnpriced(
  { from, to }: { readonly from: string; readonly to: string },
  chosen: string | undefined,
  isAsked: boolean,
): Unpriced | null {
  const enabled = useHasReports() && isAsked;
  const prices = useQuery({ ...wholeReportOptions(listAiPrices), enabled });
  const rows = useQuery({
    ...wholeReportOptions(listAiUsage, { from, to, group_by: ['feature', 'model'], unpriced: true }),
    enabled,
  });
  if (prices.data === undefined || rows.data === undefined) return null;
  const known = prices.data.map(({ model, ...usd }) => ({ name: model, ...usd }));
  const price = priceFor(known, chosen);
  if (price === null) return null;
  return { cost: unpricedCost(rows.data, price), price, names: known.filter(writesText).map(({ name }) => name) };
}

interface UnpricedNoteProps extends TabProps<UsageSearch> {
  readonly calls: number;
  readonly today: string;
}

/** That calls of this month are in no cost, and about how much they are, at the price of a model that can be chosen. */
export function UnpricedNote({ calls, today, search, go }: UnpricedNoteProps) {
  const month = { from: monthStart(today), to: addDays(today, 1) };
  const unpriced = useUnpriced(month, search.price, calls > 0);
  if (calls === 0) return null;
  const fact = texts.fact(calls, formatCount(calls));
  if (unpriced === null) return <> {fact}</>;
  const { cost, price, names } = unpriced;
  return (
    <>
      {' '}
      {fact} {texts.about(formatUsd(cost.usd))}{' '}
      <select
        aria-label={texts.model}
        value={price.name}
        className="rounded-control border border-line-strong bg-surface px-1 text-12 text-ink"
        onChange={(event) => go({ ...search, price: event.target.value })}
      >
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>{' '}
      {texts.prices}
    </>
  );
}
