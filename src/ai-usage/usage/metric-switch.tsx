import { METRICS, type UsageSearch, type Metric, type TabProps } from '#src/ai-usage/search.ts';
import { formatCompact } from '#src/format/compact.ts';
import { formatUsd, formatWholeUsd } from '#src/format/money.ts';
import { formatCount } from '#src/format/number.ts';
import { Segmented } from '#src/ui/segmented.tsx';
import { messages } from './messages.ts';

/** Chooses the figure that the bar and the days show. */
export function MetricSwitch({ search, go }: TabProps<UsageSearch>) {
  return (
    <Segmented
      label={messages.metric.label}
      value={metricOf(search)}
      options={METRICS.map((metric) => ({ value: metric, label: messages.metric[metric] }))}
      onChange={(metric) => go(withMetric(search, metric))}
    />
  );
}

export function metricOf({ metric }: Pick<UsageSearch, 'metric'>): Metric {
  return metric ?? 'cost';
}

/** The address with another metric. */
export function withMetric(search: UsageSearch, metric: Metric): UsageSearch {
  return { ...search, metric: metric === 'cost' ? undefined : metric };
}

/** A value of a metric as a number that a picture can be drawn from. */
export function valueOf(
  metric: Metric,
  sum: { readonly costUsd: number; readonly calls: number; readonly tokens: bigint },
): number {
  return { cost: sum.costUsd, calls: sum.calls, tokens: Number(sum.tokens) }[metric];
}

/** A value of a metric as text. */
export function formatMetric(metric: Metric, value: number, length: 'short' | 'full'): string {
  if (metric === 'cost') return length === 'short' ? formatWholeUsd(value) : formatUsd(value);
  return length === 'short' ? formatCompact(value) : formatCount(Math.round(value));
}
