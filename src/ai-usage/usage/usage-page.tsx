import { useQuery } from '@tanstack/react-query';
import { sumUsd } from '#contract/usd.ts';
import { CapChanges } from '#src/ai-usage/caps/cap-changes.tsx';
import { CapsPanel } from '#src/ai-usage/caps/caps-panel.tsx';
import { limitsOptions, usageOptions, useHasReports } from '#src/ai-usage/queries.ts';
import type { TabProps, UsageSearch } from '#src/ai-usage/search.ts';
import { addDays, monthStart, utcToday } from '#src/format/days.ts';
import { useNow } from '#src/format/use-now.ts';
import { isAhead, formatUtcDays } from '#src/panels/day-window.ts';
import { useEmbedded } from '#src/panels/embedded.ts';
import { BreakdownPanel } from './breakdown-panel.tsx';
import { BurnUpPanel } from './burn-up-panel.tsx';
import { CostliestPanel } from './costliest-panel.tsx';
import { DaysPanel } from './days-panel.tsx';
import { DocumentUsage } from './document-usage.tsx';
import { Facts } from './facts.tsx';
import { useDays, useMonthFigures, useShownWindow, useUnusualDays } from './shown-figures.ts';
import { UnusualDays } from './unusual-days.tsx';
import { Head, MonthAndCaps } from './verdict.tsx';

/** The page of AI usage; in a frame, the verdict and the caps alone. */
export function UsagePage({ search, go }: TabProps<UsageSearch>) {
  const embedded = useEmbedded();
  const Page = useHasReports() ? WholeUsage : DocumentUsage;
  // A frame without changes has no form.
  const shown = embedded?.canEdit === false ? { ...search, edit: undefined } : search;
  return embedded?.only === 'gauge' ? <Gauge search={shown} go={go} /> : <Page search={shown} go={go} />;
}

function Gauge({ search, go }: TabProps<UsageSearch>) {
  const usage = useQuery(usageOptions());
  const limits = useQuery(limitsOptions());
  const month = useMonthFigures(usage.data);
  const today = utcToday(useNow());
  return (
    <>
      <Head usage={usage} month={month} limits={limits.data}>
        <p className="text-12 text-ink-3">{formatUtcDays({ from: monthStart(today), to: addDays(today, 1) })}</p>
      </Head>
      <div className="mt-4 border-t border-line pt-3">
        <CapsPanel search={search} go={go} />
      </div>
    </>
  );
}

function WholeUsage({ search, go }: TabProps<UsageSearch>) {
  const usage = useQuery(usageOptions());
  const limits = useQuery(limitsOptions()).data;
  const month = useMonthFigures(usage.data);
  const window = useShownWindow(search);
  const days = useDays(window);
  const unusual = useUnusualDays(days.data, window);
  return (
    <>
      <Head usage={usage} month={month} limits={limits}>
        <Facts usage={usage.data} window={window} costUsd={days.data && sumUsd(days.data.map((day) => day.costUsd))} />
      </Head>
      <MonthAndCaps chart={<BurnUpPanel usage={usage} month={month} limits={limits} />}>
        <CapsPanel search={search} go={go} />
      </MonthAndCaps>
      <div className="mt-5 flex flex-col gap-6 border-t border-line pt-4">
        <DaysPanel window={window} query={days} unusual={unusual} isLinked search={search} go={go} />
        <UnusualDays unusual={unusual} />
        <BreakdownPanel window={window} search={search} go={go} />
        {isAhead(window, window.today) ? null : <CostliestPanel window={window} />}
        <CapChanges />
      </div>
    </>
  );
}
