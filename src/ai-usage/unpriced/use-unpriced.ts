import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { FORECAST_DAYS } from '#contract/ai-forecast.ts';
import { listAiPrices, listAiUsage } from '#contract/ai-reports.ts';
import type { TokenPrice } from '#src/ai-usage/figures/reprice.ts';
import { priceFor, unpricedCost, writesText, type UnpricedCost } from '#src/ai-usage/figures/unpriced.ts';
import { POLL_MS, useHasReports, wholeReportOptions } from '#src/ai-usage/queries.ts';
import { addDays, utcToday } from '#src/format/days.ts';
import { useNow } from '#src/format/use-now.ts';
import type { DayWindow } from '#src/panels/day-window.ts';

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
