import { useQuery } from '@tanstack/react-query';
import { listAiUsage } from '#contract/ai-reports.ts';
import { reportOptions, useHasReports } from '#src/ai-usage/queries.ts';
import type { DayWindow } from '#src/panels/day-window.ts';
import { UnpricedLine } from './unpriced-line.tsx';
import { useUnpriced } from './use-unpriced.ts';

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
