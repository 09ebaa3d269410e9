import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { AiLimits } from '#contract/ai-limits.ts';
import { listAiUsage, type AiUsageRow } from '#contract/ai-reports.ts';
import { type DayUse, fillDays } from '#src/ai-usage/figures/back-test.ts';
import { limitsOptions, usageOptions, wholeReportOptions } from '#src/ai-usage/queries.ts';
import type { AiSearch } from '#src/ai-usage/search.ts';
import type { TabProps } from '#src/ai-usage/tab-props.ts';
import { type UsageWindow, addDays, monthStart, utcToday, windowOf } from '#src/ai-usage/usage-window.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { useNow } from '#src/format/use-now.ts';
import { QueryPending, QueryState } from '#src/panels/panel.tsx';
import { BackTestChart } from './back-test-chart.tsx';
import { messages } from './back-test-messages.ts';
import { CapAlerts } from './cap-alerts.tsx';
import { CapChanges } from './cap-changes.tsx';
import { conflictsOf, FIELDS, type Amount, type LimitsBody } from './cap-draft.ts';
import { ConflictNotice } from './conflict-notice.tsx';
import { leadOf, leadText } from './lead.ts';
import { outlookOf, type Outlook } from './outlook.ts';
import { RefusedFeatures } from './refused-features.tsx';
import { trialOf } from './tried-cap.ts';
import { TryPanel } from './try-panel.tsx';
import { usePendingSearch } from './use-pending-search.ts';
import { useSaveCaps } from './use-save-caps.tsx';
import { useStopped } from './use-stopped.ts';

/** As many days as `ai_usage` answers: a month that begins before the window is then known from its first day on. */
const KNOWN_DAYS = 90;

interface TestedDays {
  readonly window: UsageWindow;
  /** The UTC day that is not over. */
  readonly today: string;
  /** Known days up to the end of the window, ascending, without gaps; null while they are loading or failed. */
  readonly days: readonly DayUse[] | null;
  /** What they come from. */
  readonly resource: 'ai_usage' | 'ai_reports';
  readonly query: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>;
}

/** The days that a cap is tried on: of `ai_usage`, or for free dates of the report `usage`. */
function useTestedDays(search: AiSearch, hasReports: boolean, nowMs: number): TestedDays {
  const isFree = search.from !== undefined && hasReports;
  const usage = useQuery(usageOptions(KNOWN_DAYS));
  const today = usage.data?.trend?.at(-1)?.date ?? utcToday(nowMs);
  const window = windowOf(isFree ? search : { days: search.days }, today);
  const known = monthStart(window.from);
  const rows = useQuery({
    ...wholeReportOptions(listAiUsage, { group_by: ['day'], from: known, to: window.to }),
    enabled: isFree,
  });
  const end = window.endsToday || window.to <= today ? window.to : addDays(today, 1);
  const free = rows.data === undefined ? null : fillDays(rows.data.flatMap(dayUseOf), known, end);
  const trend = usage.data?.trend?.filter(({ date }) => date < window.to) ?? null;
  return {
    window,
    today,
    days: isFree ? free : trend,
    resource: isFree ? 'ai_reports' : 'ai_usage',
    query: isFree ? rows : usage,
  };
}

function dayUseOf({ day, calls, input_tokens, output_tokens, cost_usd }: AiUsageRow): readonly DayUse[] {
  return day === undefined ? [] : [{ date: day, calls, tokens: input_tokens + output_tokens, cost_usd }];
}

/** Rows of the skeleton: about the height of chart and panel. */
const ROWS = 12;

/** What a cap would have done on the days there were, who changed the caps, and what is announced when. */
export function CapsTab({ search, go, hasReports }: TabProps) {
  const nowMs = useNow();
  const limits = useQuery(limitsOptions());
  const usage = useQuery(usageOptions(KNOWN_DAYS));
  const { window, today, days, resource, query } = useTestedDays(search, hasReports, nowMs);
  const outlook = outlookOf(usage.data ?? null, nowMs);
  return (
    <>
      <QueryState query={limits} name={messages.chart.title} rows={ROWS}>
        {(data) =>
          days === null ? (
            <QueryPending query={query} name={messages.chart.title} rows={ROWS} />
          ) : (
            <BackTestPart
              search={search}
              go={go}
              hasReports={hasReports}
              limits={data}
              outlook={outlook}
              days={days}
              window={window}
              resource={resource}
              today={today}
            />
          )
        }
      </QueryState>
      <div className="mt-6 grid gap-8 lg:grid-cols-2">
        <CapChanges hasReports={hasReports} />
        {limits.data === undefined ? null : (
          <CapAlerts limits={limits.data} outlook={outlook} hasReports={hasReports} />
        )}
      </div>
    </>
  );
}

interface BackTestPartProps extends TabProps {
  readonly limits: AiLimits;
  readonly outlook: Outlook;
  readonly days: readonly DayUse[];
  readonly window: UsageWindow;
  readonly resource: string;
  readonly today: string;
}

function BackTestPart({ search, go, hasReports, limits, outlook, days, window, resource, today }: BackTestPartProps) {
  const { shown, change, leave } = usePendingSearch(search, go);
  const [base, setBase] = useState(limits);
  const { reason } = useWriteAccess('ai_limits:write');
  const tested = { days, from: window.from, today };
  const trial = trialOf(shown, limits, tested);
  const { hits } = trial.result;
  const state = useStopped({ hits, window, hasReports, enforced: limits.enforced_features });
  const { save, isPending, error, dialog } = useSaveCaps(outlook, hasReports, reset);
  const body: LimitsBody = {
    ...(String(trial.amount) === String(trial.saved) ? {} : { [FIELDS[trial.cap]]: trial.amount }),
    ...(trial.action === limits.action ? {} : { action: trial.action }),
  };

  function reset(): void {
    leave({ ...search, ...UNTRIED }, { replace: true });
  }

  function tryAmount(amount: Amount): void {
    // What is tried from now on is compared with what is saved now.
    if (shown.try === undefined) setBase(limits);
    change({ try: String(amount) });
  }

  const isEmpty = trial.result.calls === 0 || trial.result.completeDays === 0;
  return (
    <>
      <div role="status">
        <h2 className="text-20 font-semibold text-balance">{leadOf(trial, window)}</h2>
        <p className="text-ink-2 text-pretty">{isEmpty ? messages.lead.noCallsText : leadText(trial, state, limits)}</p>
      </div>
      <div className="mt-4 grid gap-8 border-y border-line py-4 lg:grid-cols-[minmax(0,1fr)_340px]">
        <div className="min-w-0">
          <BackTestChart
            trial={trial}
            state={state}
            tested={tested}
            window={window}
            resource={resource}
            savedAction={limits.action}
            onCap={(cap) =>
              leave({ ...search, ...UNTRIED, cap: cap === 'budget' ? undefined : cap }, { replace: true })
            }
            onTry={(value) =>
              tryAmount(trial.cap === 'budget' ? Math.round(value * 100) / 100 : BigInt(Math.round(value)))
            }
          />
          <div className="mt-6">
            <RefusedFeatures state={state} />
          </div>
        </div>
        <div>
          <TryPanel
            key={trial.cap}
            trial={trial}
            state={state}
            limits={limits}
            onTry={tryAmount}
            onAction={(action) => change({ action })}
            onReset={reset}
            onSave={() => void save(body, base, { isAsked: true })}
            isSaving={isPending}
            error={error}
            reason={reason}
          />
          <ConflictNotice
            names={conflictsOf(body, base, limits)}
            limits={limits}
            onTheirs={() => {
              setBase(limits);
              reset();
            }}
            onMine={() => setBase(limits)}
          />
        </div>
      </div>
      {dialog}
    </>
  );
}

/** What of the address belongs to the trial. */
const UNTRIED: AiSearch = { try: undefined, action: undefined };
