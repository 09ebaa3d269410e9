import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { AiLimits } from '#contract/ai-limits.ts';
import { listAiUsage } from '#contract/ai-reports.ts';
import { fillDays, type DayUse } from '#src/ai-usage/figures/back-test.ts';
import { limitsOptions, usageOptions, useHasReports, wholeReportOptions } from '#src/ai-usage/queries.ts';
import { type CapsSearch, type TabProps, TRIED_CAPS, type TriedCap } from '#src/ai-usage/search.ts';
import { UnpricedOfWindow } from '#src/ai-usage/unpriced.tsx';
import { ChartFrame } from '#src/charts/chart-frame.tsx';
import type { ChartLine, ChartTable } from '#src/charts/chart-types.ts';
import { ColumnChart } from '#src/charts/day-charts.tsx';
import { formatCompact } from '#src/format/compact.ts';
import { addDays, monthStart, utcToday } from '#src/format/days.ts';
import { formatUsd, formatWholeUsd } from '#src/format/money.ts';
import { formatCount } from '#src/format/number.ts';
import { useNow } from '#src/format/use-now.ts';
import { formatUtcDay } from '#src/format/utc-day.ts';
import { type DayWindow, windowOf } from '#src/panels/day-window.ts';
import { useEmbedded } from '#src/panels/embedded.ts';
import { QueryPending, QueryState } from '#src/panels/panel.tsx';
import { formatUtcDays, formatUtcDaysAndYears } from '#src/panels/window-text.ts';
import { Segmented } from '#src/ui/segmented.tsx';
import { CapAlerts } from './cap-alerts.tsx';
import { type Amount, formatExact, formatLimit, formatRate, isSameAmount, roundAmount } from './cap-amounts.ts';
import { CapChanges } from './cap-changes.tsx';
import { outlookOf, type Outlook } from './cap-outlook.ts';
import { leadOf, leadText, trialOf, columnsOf, type Trial, type TrialDays } from './cap-trial.ts';
import { messages } from './caps-tab-messages.ts';
import { messages as capMessages } from './messages.ts';
import { RanOverCaps, StoppedByService, useStopped, type StoppedState } from './stopped-by-service.tsx';
import { usePendingSearch } from './use-pending-search.ts';
import { TryPanel } from './try-panel.tsx';

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
          </div>
        ) : null}
      </div>
    </>
  );
}

interface BackTestChartProps {
  readonly trial: Trial;
  readonly state: StoppedState;
  readonly tested: TrialDays;
  readonly window: DayWindow;
  /** The resource of the days. */
  readonly resource: string;
  /** The action of the saved cap. */
  readonly savedAction: string;
  readonly onCap: (cap: TriedCap) => void;
  /** Left out where nothing can be tried. */
  readonly onTry: ((amount: Amount) => void) | undefined;
}

const texts = messages.chart;
const HEIGHT = 262;
/** Times the highest column. */
const FAR = 3;

/** The days with the cap through them: those above it in red, the tried line to be dragged. */
function BackTestChart(props: BackTestChartProps) {
  const { trial, tested, window, resource, onCap } = props;
  const { cap, amount, result } = trial;
  const days = tested.days.filter(({ date }) => date >= tested.from).map(({ date }) => date);
  const values = columnsOf(cap, tested);
  const isFar = isFarAbove(trial, values);
  return (
    <ChartFrame
      title={texts.title}
      note={formatUtcDays(window)}
      pictureNote={formatUtcDaysAndYears(window)}
      table={tableOf(props, values)}
      resource={resource}
      actions={
        <Segmented
          label={texts.cap}
          value={cap}
          options={TRIED_CAPS.map((value) => ({ value, label: capMessages.name[value] }))}
          onChange={onCap}
        />
      }
    >
      <ColumnChart
        label={texts.label[cap](days.length, result.hits.length, formatLimit(cap, amount))}
        days={days}
        series={[{ key: cap, label: texts.series[cap], colour: 'muted', values }]}
        marked={new Set(result.hits.map(({ day }) => day))}
        format={cap === 'budget' ? formatCost : formatTokens}
        height={HEIGHT}
        lines={isFar ? linesOf(props).filter((line) => line.look === 'dashed') : linesOf(props)}
        isLastPartial={days.at(-1) === tested.today}
      />
      {isFar && trial.saved !== null ? (
        <p className="text-12 text-ink-3">
          {texts.above(texts.savedLine(formatLimit(cap, trial.saved), props.savedAction))}
        </p>
      ) : null}
    </ChartFrame>
  );
}

/** A saved cap that is so far above the days, and what is tried, that its line would leave them no height. */
export function isFarAbove({ saved, amount }: Pick<Trial, 'saved' | 'amount'>, values: readonly number[]): boolean {
  if (saved === null) return false;
  const tried = isSameAmount(saved, amount) ? 0 : Number(amount);
  const highest = Math.max(0, tried, ...values);
  return highest > 0 && Number(saved) > FAR * highest;
}

function formatCost(usd: number, length: 'short' | 'full'): string {
  return length === 'short' ? formatWholeUsd(usd) : formatUsd(usd);
}

function formatTokens(tokens: number, length: 'short' | 'full'): string {
  return length === 'short' ? formatCompact(tokens) : formatCount(tokens);
}

function linesOf({ trial, savedAction, onTry }: BackTestChartProps): readonly ChartLine[] {
  const { cap, amount, action, saved } = trial;
  const onChange = onTry && ((value: number) => onTry(roundAmount(cap, value)));
  const handle = { name: texts.handle[cap], text: formatRate(cap, amount) };
  const savedLine = (limit: Amount, does: string): ChartLine => ({
    label: texts.savedLine(formatLimit(cap, limit), does),
    value: Number(limit),
    look: 'solid',
    tone: 'warn',
  });
  if (isSameAmount(saved, amount)) return [{ ...savedLine(amount, action), onChange, handle }];
  const tried: ChartLine = {
    label: texts.triedLine(formatLimit(cap, amount), action),
    value: Number(amount),
    look: 'dashed',
    tone: 'danger',
    onChange,
    handle,
  };
  return saved === null ? [tried] : [savedLine(saved, savedAction), tried];
}

function tableOf({ trial, state, tested }: BackTestChartProps, values: readonly number[]): ChartTable {
  const { cap, amount, result } = trial;
  const { columns } = texts;
  const hits = new Set(result.hits.map(({ day }) => day));
  return {
    caption: texts.caption(formatRate(cap, amount)),
    fileName: texts.file,
    columns: [
      { key: 'day', label: columns.day, isNumber: false },
      { key: 'amount', label: columns[cap], isNumber: true },
      { key: 'calls', label: columns.calls, isNumber: true },
      { key: 'cost', label: columns.cost, isNumber: true },
      { key: 'hit', label: columns.hit, isNumber: false },
      { key: 'refused', label: columns.refused, isNumber: true },
    ],
    rows: tested.days
      .filter(({ date }) => date >= tested.from)
      .map(({ date, tokens, calls, cost_usd }, index) => {
        const isHit = hits.has(date);
        const value = cap === 'budget' ? (values[index] ?? 0) : tokens;
        const stopped = state.kind === 'known' ? (state.stopped.byDay.get(date) ?? 0) : null;
        const day = formatUtcDay(date);
        return [
          { shown: date === tested.today ? texts.soFar(day) : day, exact: date },
          { shown: cap === 'budget' ? formatUsd(Number(value)) : formatExact(cap, value), exact: value },
          { shown: formatCount(calls), exact: calls },
          { shown: formatUsd(cost_usd), exact: cost_usd },
          { shown: isHit ? texts.yes : texts.no, exact: isHit ? 1 : 0 },
          { shown: stopped === null ? texts.no : formatCount(Math.round(stopped)), exact: stopped },
        ];
      }),
  };
}
