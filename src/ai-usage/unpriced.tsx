import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { FORECAST_DAYS } from '#contract/ai-forecast.ts';
import { listAiUsage, listAiPrices } from '#contract/ai-reports.ts';
import {
  type TokenPrice,
  priceFor,
  unpricedCost,
  writesText,
  type UnpricedCost,
} from '#src/ai-usage/figures/reprice.ts';
import { addDays, utcToday } from '#src/format/days.ts';
import { formatUsd } from '#src/format/money.ts';
import { formatCount } from '#src/format/number.ts';
import { useNow } from '#src/format/use-now.ts';
import { defineMessages } from '#src/i18n/messages.ts';
import { plural } from '#src/i18n/plural.ts';
import type { DayWindow } from '#src/panels/day-window.ts';
import { reportOptions, useHasReports, POLL_MS, wholeReportOptions } from './queries.ts';

interface UnpricedLineProps {
  /** The number of calls without a price in the days of the figures; nothing is said where there are none. */
  readonly calls: number;
  readonly unpriced: Unpriced | null;
  /** Chooses another model; left out where that is chosen elsewhere. */
  readonly onPrice?: ((model: string) => void) | undefined;
}

/** Below figures of cost: what they leave out, and about how much that is. */
export function UnpricedLine({ calls, unpriced, onPrice }: UnpricedLineProps) {
  if (calls === 0) return null;
  return (
    <p className="mt-1 text-12 text-pretty text-ink-3 tabular-nums">
      <UnpricedText calls={calls} unpriced={unpriced} onPrice={onPrice} />
    </p>
  );
}

/** The same as a part of a sentence. */
export function UnpricedText({ calls, unpriced, onPrice }: UnpricedLineProps) {
  const fact = messages.fact(calls, formatCount(calls));
  if (unpriced === null) return fact;
  const usd = formatUsd(unpriced.cost.usd);
  if (onPrice === undefined) return `${fact} ${messages.aboutAt(usd, unpriced.price.name)}`;
  return (
    <>
      {fact} {messages.about(usd)}{' '}
      <select
        aria-label={messages.model}
        value={unpriced.price.name}
        className="rounded-control border border-line-strong bg-surface px-1 text-12 text-ink"
        onChange={(event) => onPrice(event.target.value)}
      >
        {unpriced.names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>{' '}
      {messages.prices}
    </>
  );
}

interface MoreUnpricedProps {
  /** What calls without a price add to a figure; nothing is said of 0. */
  readonly usd: number;
  readonly unpriced: Unpriced | null;
}

/** Below a cost in a table. */
export function MoreUnpriced({ usd, unpriced }: MoreUnpricedProps) {
  if (usd === 0 || unpriced === null) return null;
  return (
    <span
      className="block text-12 font-normal whitespace-nowrap text-warn-text"
      title={messages.moreText(formatUsd(usd), unpriced.price.name)}
    >
      {messages.more(formatUsd(usd))}
    </span>
  );
}

interface UnpricedOfWindowProps {
  readonly window: Pick<DayWindow, 'from' | 'to'>;
  /** The chosen model. */
  readonly price: string | undefined;
}

/** Below costs that come without the number of calls they leave out. */
export function UnpricedOfWindow({ window: { from, to }, price }: UnpricedOfWindowProps) {
  const hasReports = useHasReports();
  const total = useQuery({ ...reportOptions(listAiUsage, { from, to }), enabled: hasReports });
  const calls = total.data?.items[0]?.unpriced_calls ?? 0;
  return <UnpricedLine calls={calls} unpriced={useUnpriced({ from, to }, price, calls > 0)} />;
}

/** What the calls without a price of some days would have cost. */
export interface Unpriced {
  readonly cost: UnpricedCost;
  readonly price: TokenPrice;
  /** The models that it can be reckoned at. */
  readonly names: readonly string[];
}

/**
 * What the calls without a price of a window would have cost; null while it is not known, or where it cannot be. All of a
 * page are taken from one answer: the days of the forecast, and more only for what lies before them.
 * @param chosen the model whose price is taken
 * @param isAsked the window has such calls
 */
export function useUnpriced(window: Window, chosen: string | undefined, isAsked: boolean): Unpriced | null {
  return useUnpricedState(window, chosen, isAsked).unpriced;
}

type Window = Pick<DayWindow, 'from' | 'to'>;

/** The same for what waits for it, such as a file. */
export function useUnpricedState(
  { from, to }: Window,
  chosen: string | undefined,
  isAsked: boolean,
): { readonly unpriced: Unpriced | null; readonly isLoading: boolean } {
  const enabled = useHasReports() && isAsked;
  const today = utcToday(useNow());
  const last = { from: addDays(today, 1 - FORECAST_DAYS), to: addDays(today, 1) };
  const asked = last.from <= from ? last : { from, to };
  const prices = useQuery({ ...wholeReportOptions(listAiPrices), enabled });
  const rows = useQuery({
    ...wholeReportOptions(listAiUsage, { ...asked, group_by: ['day', 'feature'], unpriced: true }),
    enabled,
    refetchInterval: POLL_MS,
  });
  const unpriced = useMemo(() => {
    if (!enabled || prices.data === undefined || rows.data === undefined) return null;
    const known = prices.data.map(({ model, ...usd }) => ({ name: model, ...usd }));
    const price = priceFor(known, chosen);
    if (price === null) return null;
    const names = known.filter(writesText).map(({ name }) => name);
    return { cost: unpricedCost(rows.data, price, { from, to }), price, names };
  }, [enabled, prices.data, rows.data, chosen, from, to]);
  return { unpriced, isLoading: prices.isLoading || rows.isLoading };
}

/** The words about calls without a price, wherever there are costs. */
export const messages = defineMessages({
  fact: (n: number, calls: string) =>
    plural(n, {
      one: `${calls} call isn’t in these costs (no price).`,
      other: `${calls} calls aren’t in these costs (no price).`,
    }),
  about: (usd: string) => `About ${usd} at`,
  aboutAt: (usd: string, model: string) => `About ${usd} at ${model} prices.`,
  model: 'Model to price them by',
  prices: 'prices.',
  with: (spent: string) => `With them: ${spent} so far`,
  more: (usd: string) => `+ ≈ ${usd}`,
  moreText: (usd: string, model: string) => `Calls without a price: about ${usd} at ${model} prices`,
  together: (usd: string) => `≈ ${usd} with calls without a price`,
  togetherFrom: (usd: string, from: string) => `≈ ${usd} with calls without a price, from ≈ ${from}`,
});
