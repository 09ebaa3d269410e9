import { useQuery } from '@tanstack/react-query';
import { CapsPanel } from '#src/ai-usage/caps/caps-panel.tsx';
import { messages as keyMessages } from '#src/ai-usage/key-messages.ts';
import { firstDays, limitsOptions, usageOptions } from '#src/ai-usage/queries.ts';
import { METRICS } from '#src/ai-usage/search.ts';
import type { TabProps } from '#src/ai-usage/tab-props.ts';
import { isAhead } from '#src/ai-usage/usage-window.ts';
import { useNow } from '#src/format/use-now.ts';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { BurnUpPanel } from './burn-up-panel.tsx';
import { FeaturePanel } from './feature-panel.tsx';
import { metricOf, withMetric } from './metric-switch.tsx';
import { PerDayPanel } from './per-day-panel.tsx';
import { PeriodPanel } from './period-panel.tsx';
import { UsageFacts } from './usage-facts.tsx';
import { UsageHead } from './usage-head.tsx';
import { useDaysBefore } from './use-days-before.ts';
import { useShownWindow, useWindowFigures } from './use-window-figures.ts';

/** `M` goes on to the next metric. */
function useUsageKeys({ search, go }: Pick<TabProps, 'search' | 'go'>): void {
  useShortcut(
    'm',
    () => {
      const next = METRICS[(METRICS.indexOf(metricOf(search)) + 1) % METRICS.length] ?? 'cost';
      go(withMetric(search, next), { replace: true });
    },
    { label: keyMessages.metric, group: keyMessages.group },
  );
}

/** What is spent, whether the budget lasts, and on what. */
export function UsageTab(props: TabProps) {
  const { search, hasReports } = props;
  const now = useNow();
  const usage = useQuery(usageOptions(firstDays(search, now)));
  const limits = useQuery(limitsOptions());
  const window = useShownWindow(search, hasReports);
  const figures = useWindowFigures(search, hasReports);
  const before = useDaysBefore(window, hasReports, figures.data !== undefined);
  useUsageKeys(props);
  const shown = { ...props, window, figures };
  return (
    <>
      <UsageHead {...shown} usage={usage} limits={limits.data} />
      <UsageFacts {...props} usage={usage.data} />
      <div className="mt-5 flex gap-8 max-xl:flex-col">
        <BurnUpPanel {...props} usage={usage} limits={limits.data} />
        <div className="flex-none border-line max-xl:border-t max-xl:pt-4 xl:w-[380px] xl:border-s xl:ps-8">
          <CapsPanel search={search} go={props.go} />
        </div>
      </div>
      <div className="mt-5 flex gap-8 border-t border-line pt-4 max-xl:flex-col">
        <FeaturePanel {...shown} />
        <PerDayPanel {...shown} before={before} />
      </div>
      {hasReports && !isAhead(window, window.today) ? (
        <div className="mt-5 border-t border-line pt-4">
          <PeriodPanel window={window} figures={figures} before={before} />
        </div>
      ) : null}
    </>
  );
}
