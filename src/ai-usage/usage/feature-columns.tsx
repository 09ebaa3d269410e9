import type { ReactNode } from 'react';
import { shareOf } from '#src/ai-usage/figures/usd.ts';
import type { FeatureSum, UsageSum } from '#src/ai-usage/figures/usage-sums.ts';
import { lowerBoundMs } from '#contract/ai-latency.ts';
import type { FeatureColumn, FeatureSort, Metric } from '#src/ai-usage/search.ts';
import { formatCompact, formatPercent } from '#src/format/compact.ts';
import { formatLatency } from '#src/format/latency.ts';
import { formatExactUsd, formatUsd } from '#src/format/money.ts';
import { formatCount } from '#src/format/number.ts';
import { messages } from './messages.ts';
import { valueOf } from './metric-switch.tsx';

type Value = string | number | bigint | null;

export interface TableColumn {
  readonly key: FeatureColumn;
  /** Needs more room than the panel has beside another: without it the tokens say it when they are pointed at. */
  readonly isWide?: boolean;
  /** What is sorted by; null is not known, and stands last. */
  readonly value: (sum: UsageSum, total: UsageSum, metric: Metric) => Value;
  readonly show: (sum: UsageSum, total: UsageSum, metric: Metric) => ReactNode;
}

const AMBER = 0.02;
const RED = 0.05;
/** Of fewer calls a rate says little. */
const MIN_CALLS = 50;

const percent = (share: number | null): string => (share === null ? messages.feature.none : formatPercent(share));

const OF_USAGE: readonly TableColumn[] = [
  { key: 'cost', value: (sum) => sum.costUsd, show: ({ costUsd }) => <Usd usd={costUsd} /> },
  {
    key: 'share',
    value: (sum, total, metric) => shareOf(valueOf(metric, sum), valueOf(metric, total)),
    show: (sum, total, metric) => percent(shareOf(valueOf(metric, sum), valueOf(metric, total))),
  },
  { key: 'calls', value: (sum) => sum.calls, show: ({ calls }) => formatCount(calls) },
  {
    key: 'tokens',
    value: (sum) => sum.tokens,
    show: ({ tokens, details }) => (
      <Tokens
        tokens={tokens}
        {...(details === null
          ? {}
          : { parts: messages.feature.parts(formatCount(details.inputTokens), formatCount(details.outputTokens)) })}
      />
    ),
  },
  {
    key: 'cache',
    value: (sum) => shareOf(sum.cacheHits, sum.calls),
    show: (sum) => <span title={formatCount(sum.cacheHits)}>{percent(shareOf(sum.cacheHits, sum.calls))}</span>,
  },
  { key: 'errors', value: (sum) => shareOf(sum.errors, sum.calls), show: (sum) => <ErrorRate sum={sum} /> },
  {
    key: 'mean',
    value: (sum) => (sum.calls === 0 ? null : sum.meanLatencyMs),
    show: (sum) => (sum.calls === 0 ? messages.feature.none : formatLatency(sum.meanLatencyMs)),
  },
];

const OF_REPORTS: readonly TableColumn[] = [
  { key: 'p50', value: (sum) => sortedMs(sum, 'p50Ms'), show: (sum) => <Percentile sum={sum} name="p50Ms" /> },
  { key: 'p95', value: (sum) => sortedMs(sum, 'p95Ms'), show: (sum) => <Percentile sum={sum} name="p95Ms" /> },
  {
    key: 'refused',
    value: ({ details }) => details?.refused ?? null,
    show: ({ details }) => formatCount(details?.refused ?? 0),
  },
  {
    key: 'input',
    isWide: true,
    value: ({ details }) => details?.inputTokens ?? null,
    show: ({ details }) => <Tokens tokens={details?.inputTokens ?? 0n} />,
  },
  {
    key: 'output',
    isWide: true,
    value: ({ details }) => details?.outputTokens ?? null,
    show: ({ details }) => <Tokens tokens={details?.outputTokens ?? 0n} />,
  },
];

/** The columns behind the name of the feature. */
export function tableColumns(hasReports: boolean): readonly TableColumn[] {
  return hasReports ? [...OF_USAGE, ...OF_REPORTS] : OF_USAGE;
}

/** The features in the chosen order; what is not known stands last in either direction. */
export function sortFeatures(
  features: readonly FeatureSum[],
  total: UsageSum,
  { sort, metric }: { readonly sort: FeatureSort; readonly metric: Metric },
): readonly FeatureSum[] {
  const isDescending = sort.startsWith('-');
  const key = isDescending ? sort.slice(1) : sort;
  const column = tableColumns(true).find((candidate) => candidate.key === key);
  const of = (sum: FeatureSum): Value => (column === undefined ? sum.feature : column.value(sum, total, metric));
  return features.toSorted((a, b) => {
    const [left, right] = [of(a), of(b)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    if (left === right) return 0;
    return left < right === isDescending ? 1 : -1;
  });
}

function Usd({ usd }: { readonly usd: number }) {
  return <span title={formatExactUsd(usd)}>{formatUsd(usd)}</span>;
}

function Tokens({ tokens, parts }: { readonly tokens: bigint; readonly parts?: string }) {
  const all = formatCount(tokens);
  return <span title={parts === undefined ? all : `${all}: ${parts}`}>{formatCompact(tokens)}</span>;
}

function ErrorRate({ sum }: { readonly sum: UsageSum }) {
  const rate = shareOf(sum.errors, sum.calls);
  const tone =
    rate === null || sum.calls < MIN_CALLS || rate < AMBER
      ? ''
      : rate < RED
        ? 'font-medium text-warn-text'
        : 'font-medium text-danger-text';
  return (
    <span className={tone} title={formatCount(sum.errors)}>
      {percent(rate)}
    </span>
  );
}

/** Beyond the last bound is longer than any that is known. */
function sortedMs({ calls, latency }: UsageSum, name: 'p50Ms' | 'p95Ms'): number | null {
  return latency === undefined || calls === 0 ? null : (latency[name] ?? Infinity);
}

function Percentile({ sum: { calls, latency }, name }: { readonly sum: UsageSum; readonly name: 'p50Ms' | 'p95Ms' }) {
  if (latency === undefined || calls === 0) return messages.feature.none;
  const ms = latency[name];
  if (ms === null) {
    const longest = formatLatency(lowerBoundMs(null));
    return <span title={messages.feature.longerThanText(longest)}>{messages.feature.longerThan(longest)}</span>;
  }
  const shown = formatLatency(ms);
  return latency.isEstimate ? (
    <span title={messages.feature.estimate}>{messages.strip.approximately(shown)}</span>
  ) : (
    shown
  );
}
