import { listAiUsage } from '#contract/ai-reports.ts';
import { useQuery } from '@tanstack/react-query';
import { latenciesOf, type Latencies } from '#src/ai-usage/figures/latency.ts';
import { POLL_MS, wholeReportOptions } from '#src/ai-usage/queries.ts';
import type { UsageWindow } from '#src/ai-usage/usage-window.ts';
import type { WindowFigures } from './use-window-figures.ts';

/** How long the calls of each feature took, once the figures are there; undefined until then and without reports. */
export function useLatencies({ from, to }: UsageWindow, isAsked: boolean): Latencies | undefined {
  const { data } = useQuery({
    ...wholeReportOptions(listAiUsage, { from, to, group_by: ['feature'], include: 'latency' }),
    select: latenciesOf,
    enabled: isAsked,
    refetchInterval: POLL_MS,
  });
  return data;
}

/** The same figures with what is known of latency. */
export function withLatencies(figures: WindowFigures, latencies: Latencies | undefined): WindowFigures {
  if (latencies === undefined) return figures;
  const { byFeature, total } = latencies;
  return {
    ...figures,
    features: figures.features.map((sum) => ({ ...sum, latency: byFeature.get(sum.feature) })),
    total: { ...figures.total, latency: total },
  };
}
