import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { AiLimits } from '#contract/ai-limits.ts';
import { listAiUsage } from '#contract/ai-reports.ts';
import { fillDays, type DayUse } from '#src/ai-usage/figures/back-test.ts';
import { limitsOptions, usageOptions, useHasReports, wholeReportOptions } from '#src/ai-usage/queries.ts';
import type { CapsSearch, TabProps } from '#src/ai-usage/search.ts';
import { UnpricedOfWindow } from '#src/ai-usage/unpriced/unpriced-of-window.tsx';
import { addDays, monthStart, utcToday } from '#src/format/days.ts';
import { useNow } from '#src/format/use-now.ts';
import { type DayWindow, windowOf } from '#src/panels/day-window.ts';
import { useEmbedded } from '#src/panels/embedded.ts';
import { QueryPending, QueryState } from '#src/panels/panel.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { BackTestChart } from './back-test-chart.tsx';
import { CapAlerts } from './cap-alerts.tsx';
import type { Amount } from './cap-amounts.ts';
import { CapChanges } from './cap-changes.tsx';
import { outlookOf, type Outlook } from './cap-outlook.ts';
import { leadOf, leadText, trialOf } from './cap-trial.ts';
import { messages } from './caps-tab-messages.ts';
import { RanOverCaps } from './ran-over-caps.tsx';
import { StoppedByService, useStopped } from './stopped-by-service.tsx';
import { usePendingSearch } from './use-pending-search.ts';

// With its fields it would weigh on every tab, and a frame that only shows has none.
const TryPanel = lazyPart(async () => (await import('./try-panel.tsx')).TryPanel);

/** Rows of the skeleton: about the height of chart and panel. */
const ROWS = 12;
/** The part of the address that belongs to the trial. */
const UNTRIED: CapsSearch = { try: undefined, action: undefined };

/** A cap tried on the days there were, the history of the caps, and what is announced when. */
export function CapsTab({ search: asked, go }: TabProps<CapsSearch>) {
  const canTry = useEmbedded()?.canEdit !== false;
  const search = canTry ? asked : { ...asked, ...UNTRIED };
  const nowMs = useNow();
  const limits = useQuery(limitsOptions());
  const usage = useQuery(usageOptions());
  const tested = useTestedDays(search, nowMs);
  const outlook = outlookOf(usage.data, nowMs);
  const { title } = messages.chart;
  return (
    <>
      <QueryState query={limits} name={title} rows={ROWS}>
        {(data) =>
          tested.days === null ? (
            <QueryPending query={tested.query} name={title} rows={ROWS} />
          ) : (
            <BackTest
              search={search}
              go={go}
              limits={data}
              outlook={outlook}
              tested={tested}
              days={tested.days}
              canTry={canTry}
            />
          )
        }
      </QueryState>
      <div className="mt-6 grid gap-8 lg:grid-cols-2">
        <CapChanges />
        {limits.data === undefined ? null : <CapAlerts limits={limits.data} outlook={outlook} />}
      </div>
    </>
  );
}

interface TestedDays {
  readonly window: DayWindow;
  /** The UTC day that is not over. */
  readonly today: string;
  /** Known days up to the end of the window, ascending, without gaps; null while they are loading or failed. */
  readonly days: readonly DayUse[] | null;
  /** Where they come from. */
  readonly resource: 'ai_usage' | 'ai_reports';
  readonly query: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>;
}

/** The days that a cap is tried on: of `ai_usage`, or for free dates of the report `usage`. */
function useTestedDays(search: CapsSearch, nowMs: number): TestedDays {
  const isFree = useHasReports() && search.from !== undefined;
  const usage = useQuery(usageOptions());
  const today = usage.data?.trend?.at(-1)?.date ?? utcToday(nowMs);
  const window = windowOf(isFree ? search : { days: search.days }, today);
  const known = monthStart(window.from);
  const rows = useQuery({
    ...wholeReportOptions(listAiUsage, { group_by: ['day'], from: known, to: window.to }),
    enabled: isFree,
  });
  if (!isFree) {
    const days = usage.data?.trend?.filter(({ date }) => date < window.to) ?? null;
    return { window, today, days, resource: 'ai_usage', query: usage };
  }
  const end = window.endsToday || window.to <= today ? window.to : addDays(today, 1);
  const used = rows.data?.flatMap(({ day, calls, input_tokens, output_tokens, cost_usd }): DayUse[] =>
    day === undefined ? [] : [{ date: day, calls, tokens: input_tokens + output_tokens, cost_usd }],
  );
  const days = used === undefined ? null : fillDays(used, known, end);
  return { window, today, days, resource: 'ai_reports', query: rows };
}

interface BackTestProps extends TabProps<CapsSearch> {
  readonly limits: AiLimits;
  readonly outlook: Outlook;
  readonly tested: TestedDays;
  readonly days: readonly DayUse[];
  readonly canTry: boolean;
}

function BackTest(props: BackTestProps) {
  const {
    search,
    go,
    limits,
    outlook,
    tested: { window, today, resource },
    days,
    canTry,
  } = props;
  const { shown, change, leave } = usePendingSearch(search, go);
  const tested = { days, from: window.from, today };
  const trial = trialOf(shown, limits, tested);
  const state = useStopped(trial.result.hits, window, limits.enforced_features);
  const tryAmount = (amount: Amount) => change({ try: String(amount) });
  return (
    <>
      <div role="status">
        <h2 className="text-20 font-semibold text-balance">{leadOf(trial, window)}</h2>
        <p className="text-ink-2 text-pretty">{leadText(trial, state, limits)}</p>
      </div>
      <div
        className={`mt-4 grid gap-8 border-y border-line py-4 ${canTry ? 'lg:grid-cols-[minmax(0,1fr)_340px]' : ''}`}
      >
        <div className="min-w-0">
          <BackTestChart
            trial={trial}
            state={state}
            tested={tested}
            window={window}
            resource={resource}
            savedAction={limits.action}
            onCap={(cap) => leave({ ...search, ...UNTRIED, cap: cap === 'budget' ? undefined : cap })}
            onTry={canTry ? tryAmount : undefined}
          />
          {trial.cap === 'budget' ? <UnpricedOfWindow window={window} price={search.price} /> : null}
          <div className="mt-6 flex flex-col gap-6">
            <StoppedByService state={state} />
            <RanOverCaps window={window} />
          </div>
        </div>
        {canTry ? (
          <div>
            <Suspense fallback={<Skeleton className="h-96 w-full" />}>
              <TryPanel
                key={trial.cap}
                trial={trial}
                state={state}
                limits={limits}
                outlook={outlook}
                onTry={tryAmount}
                onAction={(action) => change({ action })}
                onReset={() => leave({ ...search, ...UNTRIED })}
              />
            </Suspense>
          </div>
        ) : null}
      </div>
    </>
  );
}
