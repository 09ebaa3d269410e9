import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { lowerBoundMs, type LatencyBucket } from '#contract/ai-latency.ts';
import { featureColours, featureSeries } from '#src/ai-usage/figures/feature-series.ts';
import { shareOf } from '#contract/usd.ts';
import { usageOptions, useHasReports } from '#src/ai-usage/queries.ts';
import type { UsageSearch, TabProps } from '#src/ai-usage/search.ts';
import { UnpricedLine } from '#src/ai-usage/unpriced/unpriced-line.tsx';
import type { Unpriced } from '#src/ai-usage/unpriced/use-unpriced.ts';
import { useShareFill } from '#src/charts/share-fill.tsx';
import { formatLatency, formatPercent } from '#src/format/compact.ts';
import { formatCount } from '#src/format/number.ts';
import { isAhead } from '#src/panels/day-window.ts';
import { messages as panels } from '#src/panels/page-messages.ts';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import { formatUtcDays } from '#src/panels/window-text.ts';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { ShareBar } from '#src/ui/share-bar.tsx';
import { FeatureTable } from './feature-table.tsx';
import { messages } from './messages.ts';
import { MetricSwitch, metricOf, valueOf } from './metric-switch.tsx';
import { useLatencies, withLatencies, type ShownWindow, type WindowFigures } from './window-figures.ts';

interface FeaturePanelProps extends TabProps<UsageSearch> {
  readonly window: ShownWindow;
  readonly figures: UseQueryResult<WindowFigures>;
  /** Of the window. */
  readonly unpriced: Unpriced | null;
}

/** Header, bar, the six features, the total, the fold. */
const ROWS = 10;
const texts = messages.feature;

/** The figures of each feature in the window: one bar in the chosen metric, and all of them in a table. */
export function FeaturePanel({ window, figures, unpriced, search, go }: FeaturePanelProps) {
  return (
    <div className="min-w-0 flex-1">
      <Panel
        title={texts.title}
        note={formatUtcDays(window)}
        actions={<MetricSwitch search={search} go={go} />}
        resource={useHasReports() ? 'ai_reports' : 'ai_usage'}
      >
        <QueryState query={figures} name={texts.name} rows={ROWS}>
          {(data) => <Features search={search} go={go} data={data} window={window} unpriced={unpriced} />}
        </QueryState>
      </Panel>
    </div>
  );
}

interface FeaturesProps extends Omit<FeaturePanelProps, 'figures'> {
  readonly data: WindowFigures;
}

function Features({ data, window, unpriced, search, go }: FeaturesProps) {
  const latencies = useLatencies(window, true);
  const { features, total } = withLatencies(data, latencies);
  const metric = metricOf(search);
  const unpricedCalls = total.details?.unpricedCalls ?? 0;
  const { fill, patterns } = useShareFill();
  const month = useQuery(usageOptions()).data?.summary.unpriced_calls_month ?? 0;
  if (total.calls === 0 && (total.details?.refused ?? 0) === 0) {
    return isAhead(window, window.today) ? (
      <EmptyBlock icon="clock" title={panels.window.ahead} text={panels.window.aheadText} />
    ) : (
      <EmptyBlock icon="spark" title={texts.empty} text={texts.emptyText} />
    );
  }
  const values = new Map(features.map((sum) => [sum.feature, valueOf(metric, sum)]));
  const drawn = [...values].filter(([, value]) => value > 0).map(([feature]) => feature);
  const colourOf = featureColours(features);
  const segments = featureSeries(drawn, colourOf).map(({ key, feature, features: parts, colour }) => {
    const value = parts.reduce((sum, name) => sum + (values.get(name) ?? 0), 0);
    const share = formatPercent(shareOf(value, valueOf(metric, total)) ?? 0);
    return { key, text: texts.segment(feature ?? texts.other, share), value, fill: fill[colour] };
  });
  return (
    <>
      <div className="mt-2">
        {patterns}
        <ShareBar label={`${texts.bar[metric]}: ${segments.map(({ text }) => text).join(', ')}`} segments={segments} />
      </div>
      <FeatureTable
        colourOf={colourOf}
        features={features}
        total={total}
        window={window}
        unpriced={unpriced}
        search={search}
        go={go}
      />
      <UnpricedLine
        calls={unpricedCalls}
        unpriced={unpriced}
        // The sentence of the month has the choice where it speaks of such calls.
        onPrice={month > 0 ? undefined : (price) => go({ ...search, price })}
      />
      {total.details === null ? (
        <p className="mt-2 text-12 text-ink-3">{texts.withoutReports}</p>
      ) : (
        <LatencyFold buckets={latencies?.buckets ?? []} />
      )}
    </>
  );
}

/** The histogram that percentiles of many calls are read from. */
function LatencyFold({ buckets }: { readonly buckets: readonly LatencyBucket[] }) {
  const { summary, text, above, upTo, calls } = messages.latency;
  return (
    <details className="mt-2 text-12 text-ink-3">
      <summary className="min-h-6 cursor-pointer leading-6">{summary}</summary>
      <p className="max-w-measure">{text}</p>
      <ul className="mt-1.5 columns-2 md:columns-3">
        {buckets.map(({ le_ms, count }) => {
          const from = formatLatency(lowerBoundMs(le_ms));
          return (
            <li key={le_ms ?? 'above'} className="tabular-nums">
              {le_ms === null ? above(from) : upTo(from, formatLatency(le_ms))}
              {': '}
              <span className="text-ink-2">{calls(formatCount(count), count === 1)}</span>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
