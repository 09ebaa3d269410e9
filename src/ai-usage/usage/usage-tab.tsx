import { useQuery } from '@tanstack/react-query';
import { CapsPanel, CLOSED } from '#src/ai-usage/caps/caps-panel.tsx';
import { limitsOptions, usageOptions, useHasReports } from '#src/ai-usage/queries.ts';
import { METRICS, type UsageSearch, type TabProps } from '#src/ai-usage/search.ts';
import { useUnpriced } from '#src/ai-usage/unpriced/use-unpriced.ts';
import { view } from '#src/ai-usage/view.ts';
import { addDays, monthStart, utcToday } from '#src/format/days.ts';
import { useNow } from '#src/format/use-now.ts';
import { isAhead } from '#src/panels/day-window.ts';
import { useEmbedded } from '#src/panels/embedded.ts';
import { formatUtcDays } from '#src/panels/window-text.ts';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { BurnUpPanel } from './burn-up-panel.tsx';
import { CallCostPanel } from './call-cost-panel.tsx';
import { FeaturePanel } from './feature-panel.tsx';
import { metricOf, withMetric } from './metric-switch.tsx';
import { useMonthFigures } from './month-figures.ts';
import { PerDayPanel } from './per-day-panel.tsx';
import { PeriodPanel } from './period-panel.tsx';
import { UsageFacts } from './usage-facts.tsx';
import { UsageHead } from './usage-head.tsx';
import { UsageStrip } from './usage-strip.tsx';
import { useDaysBefore, useShownWindow, useWindowFigures } from './window-figures.ts';

/** The money that is spent, whether the budget lasts, and on what; alone in a frame, what a glance at the budget needs. */
export function UsageTab({ search, go }: TabProps<UsageSearch>) {
  const embedded = useEmbedded();
  // What only shows has no caps to try.
  const shown = embedded?.canEdit === false ? { ...search, ...CLOSED } : search;
  return embedded?.only === 'gauge' ? <Gauge search={shown} go={go} /> : <Usage search={shown} go={go} />;
}

function Gauge({ search, go }: TabProps<UsageSearch>) {
  const nowMs = useNow();
  const usage = useQuery(usageOptions());
  const limits = useQuery(limitsOptions());
  const month = useMonthFigures(usage.data, search.price);
  const today = utcToday(nowMs);
  return (
    <>
      <UsageHead usage={usage} month={month} limits={limits.data} search={search} go={go}>
        <p className="text-12 text-ink-3">{formatUtcDays({ from: monthStart(today), to: addDays(today, 1) })}</p>
      </UsageHead>
      <div className="mt-4 border-t border-line pt-3">
        <CapsPanel search={search} go={go} />
      </div>
    </>
  );
}

function Usage({ search, go }: TabProps<UsageSearch>) {
  const usage = useQuery(usageOptions());
  const limits = useQuery(limitsOptions());
  const hasReports = useHasReports();
  const month = useMonthFigures(usage.data, search.price);
  const window = useShownWindow(search);
  const figures = useWindowFigures(window);
  const before = useDaysBefore(window, figures.data !== undefined);
  const unpriced = useUnpriced(window, search.price, (figures.data?.total.details?.unpricedCalls ?? 0) > 0);
  const [{ group, entries: keys }] = view.keys;
  const nextMetric = METRICS[(METRICS.indexOf(metricOf(search)) + 1) % METRICS.length] ?? 'cost';
  useShortcut(keys.metric.keys, () => go(withMetric(search, nextMetric)), {
    label: keys.metric.label,
    group,
  });
  return (
    <>
      <UsageHead usage={usage} month={month} limits={limits.data} search={search} go={go}>
        <UsageStrip usage={usage.data} window={window} features={figures.data?.features} />
      </UsageHead>
      <UsageFacts usage={usage.data} search={search} />
      <div className="mt-5 flex gap-8 @max-[1048px]:flex-col">
        <BurnUpPanel usage={usage} month={month} limits={limits.data} search={search} go={go} />
        <div className="flex-none border-line @max-[1048px]:border-t @max-[1048px]:pt-4 @min-[1048px]:w-[380px] @min-[1048px]:border-s @min-[1048px]:ps-8">
          <CapsPanel search={search} go={go} />
        </div>
      </div>
      {/* Ten columns beside the days need a window of 1416 px. */}
      <div className="mt-5 flex gap-8 border-t border-line pt-4 @max-[1200px]:flex-col">
        <FeaturePanel window={window} figures={figures} unpriced={unpriced} search={search} go={go} />
        <PerDayPanel
          window={window}
          figures={figures}
          before={before.data}
          metric={metricOf(search)}
          unpriced={unpriced}
        />
      </div>
      {hasReports && !isAhead(window, window.today) ? (
        <div className="mt-5 border-t border-line pt-4">
          <PeriodPanel window={window} figures={figures} before={before} unpriced={unpriced} search={search} />
          {figures.data === undefined ? null : (
            <div className="mt-5">
              <CallCostPanel window={window} figures={figures.data} unpriced={unpriced} />
            </div>
          )}
        </div>
      ) : null}
    </>
  );
}
