import { messages as keyMessages } from '#src/ai-usage/key-messages.ts';
import { METRICS } from '#src/ai-usage/search.ts';
import type { TabProps } from '#src/ai-usage/tab-props.ts';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { metricOf, withMetric } from './metric-switch.tsx';

/** `M` goes on to the next metric. */
export function useUsageKeys({ search, go }: Pick<TabProps, 'search' | 'go'>): void {
  useShortcut(
    'm',
    () => {
      const next = METRICS[(METRICS.indexOf(metricOf(search)) + 1) % METRICS.length] ?? 'cost';
      go(withMetric(search, next), { replace: true });
    },
    { label: keyMessages.metric, group: keyMessages.group },
  );
}
