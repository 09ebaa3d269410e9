import type { UseQueryResult } from '@tanstack/react-query';
import { lowerBoundMs, type LatencyBucket } from '#contract/ai-latency.ts';
import { shareOf } from '#src/ai-usage/figures/usd.ts';
import { featureSeries } from '#src/ai-usage/figures/feature-series.ts';
import { messages as page } from '#src/ai-usage/messages.ts';
import type { TabProps } from '#src/ai-usage/tab-props.ts';
import { isAhead, type UsageWindow } from '#src/ai-usage/usage-window.ts';
import { SVG_FILL } from '#src/charts/chart-colours.ts';
import { formatPercent } from '#src/format/compact.ts';
import { formatLatency } from '#src/format/latency.ts';
import { formatCount } from '#src/format/number.ts';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { ShareBar } from '#src/ui/share-bar.tsx';
import { FeatureTable } from './feature-table.tsx';
import { messages } from './messages.ts';
import { MetricSwitch, metricOf, valueOf } from './metric-switch.tsx';
import { useLatencies, withLatencies } from './use-latencies.ts';
import type { WindowFigures } from './use-window-figures.ts';
import { windowText } from '#src/ai-usage/window-text.ts';

/** The histogram that percentiles of many calls are read from. */
function LatencyFold({ buckets }: { readonly buckets: readonly LatencyBucket[] }) {
  return (
    <details className="mt-2 text-12 text-ink-3">
      <summary className="min-h-6 cursor-pointer leading-6">{messages.latency.summary}</summary>
      <p className="max-w-measure">{messages.latency.text}</p>
      <ul className="mt-1.5 columns-2 md:columns-3">
        {buckets.map(({ le_ms, count }) => {
          const from = formatLatency(lowerBoundMs(le_ms));
          return (
            <li key={le_ms ?? 'above'} className="tabular-nums">
              {le_ms === null ? messages.latency.above(from) : messages.latency.upTo(from, formatLatency(le_ms))}
              {': '}
              <span className="text-ink-2">{messages.latency.calls(formatCount(count), count === 1)}</span>
            </li>
          );
        })}
      </ul>
    </details>
  );
}

type ShownWindow = UsageWindow & { readonly today: string };

interface FeaturePanelProps extends TabProps {
  readonly window: ShownWindow;
  readonly figures: UseQueryResult<WindowFigures>;
}

/** Header, bar, the six features, the total. */
const ROWS = 9;

/** What each feature had of the window: one bar in the chosen metric, and every figure in a table. */
export function FeaturePanel({ window, figures, ...tab }: FeaturePanelProps) {
  return (
    <div className="min-w-0 flex-1">
      <Panel
        title={messages.feature.title}
        note={windowText(window)}
        actions={<MetricSwitch {...tab} />}
        resource={tab.hasReports ? 'ai_reports' : 'ai_usage'}
      >
        <QueryState query={figures} name={messages.feature.name} rows={ROWS}>
          {(data) => <Features {...tab} data={data} window={window} />}
        </QueryState>
      </Panel>
    </div>
  );
}

function Features({ data, window, ...tab }: TabProps & { readonly data: WindowFigures; readonly window: ShownWindow }) {
  const { hasReports } = tab;
  const latencies = useLatencies(window, hasReports);
  const { features, total } = withLatencies(data, latencies);
  const metric = metricOf(tab.search);
  if (total.calls === 0 && (total.details?.refused ?? 0) === 0) {
    return isAhead(window, window.today) ? (
      <EmptyBlock icon="clock" title={page.ahead} text={page.aheadText} />
    ) : (
      <EmptyBlock icon="spark" title={messages.feature.empty} text={messages.feature.emptyText} />
    );
  }
  const values = new Map(features.map((sum) => [sum.feature, valueOf(metric, sum)]));
  const drawn = features.filter((sum) => valueOf(metric, sum) > 0).map(({ feature }) => feature);
  const segments = featureSeries(drawn).map(({ key, feature, features: parts, colour }) => {
    const value = parts.reduce((sum, name) => sum + (values.get(name) ?? 0), 0);
    const share = shareOf(value, valueOf(metric, total));
    const text = messages.feature.segment(feature ?? messages.feature.other, formatPercent(share ?? 0));
    return { key, text, value, fill: SVG_FILL[colour] };
  });
  return (
    <>
      <div className="mt-2">
        <ShareBar
          label={`${messages.feature.bar[metric]}: ${segments.map(({ text }) => text).join(', ')}`}
          segments={segments}
        />
      </div>
      <FeatureTable {...tab} features={features} total={total} window={window} />
      {total.details === null ? (
        <p className="mt-2 text-12 text-ink-3">{messages.feature.withoutReports}</p>
      ) : (
        <LatencyFold buckets={latencies?.buckets ?? []} />
      )}
    </>
  );
}
