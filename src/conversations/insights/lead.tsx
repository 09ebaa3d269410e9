import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { listHandoffDays } from '#contract/ai-reports.ts';
import { COMPARABLE_ANSWERS } from '#contract/csat-reports.ts';
import type { Reply } from '#contract/operation.ts';
import { formatCount, formatPercent } from '#src/format/number.ts';
import { formatAge } from '#src/format/time.ts';
import { type DayWindow, formatZoneDays, windowBefore } from '#src/panels/day-window.ts';
import { QueryState } from '#src/panels/panel.tsx';
import { Skeleton } from '#src/ui/loading.tsx';
import { messages } from './messages.ts';
import { grownMost, handoffDaysOptions, type InsightRow, useInsights } from './queries.ts';

const texts = messages.lead;

/** How many conversations were handed over, how long they waited, and which reason and question grew most. */
export function Lead({ window }: { readonly window: DayWindow }) {
  const days = useQuery(handoffDaysOptions(window));
  const reason = grownMost(useInsights('reason', window).data?.rows ?? []);
  const question = grownMost(useInsights('question', window).data?.rows ?? []);
  const { from, to } = window;
  const covers = texts.covers(formatZoneDays(window, 'UTC'), formatZoneDays(windowBefore(window), 'UTC'));
  return (
    <section aria-label={texts.name} className="max-w-measure">
      <QueryState query={days} name={texts.name} skeleton={<Skeleton className="my-3 h-8 w-96 max-w-full" />}>
        {({ totals, previous }) => (
          <>
            <h2 className="text-20 font-semibold text-balance tabular-nums">
              {totals.sessions === 0 ? (
                texts.none
              ) : (
                <Link
                  to="/conversations"
                  search={{ from, to, outcome: 'handed_off' }}
                  className="hit relative hover:underline"
                >
                  {texts.share(shareText(totals))}
                </Link>
              )}
            </h2>
            <p className="mt-1 text-pretty text-ink-2 tabular-nums [overflow-wrap:anywhere]">
              {[
                texts.before(shareText(previous)),
                ...(Math.min(totals.sessions, previous.sessions) < COMPARABLE_ANSWERS
                  ? [texts.few(formatCount(COMPARABLE_ANSWERS))]
                  : []),
                texts.wait(waitText(totals), waitText(previous)),
                ...(reason === undefined ? [] : [grownText('reason', reason)]),
                ...(question === undefined ? [] : [grownText('question', question)]),
              ].join(' ')}
            </p>
          </>
        )}
      </QueryState>
      <p className="mt-1 text-12 text-ink-3 tabular-nums">
        {covers}
        {window.endsToday ? ` ${texts.todayIsOn}` : ''}
      </p>
    </section>
  );
}

type Totals = Reply<typeof listHandoffDays>['totals'];

/** "48 of 210 (22.9 %)". */
function shareText({ handed_over: handed, sessions }: Totals): string {
  if (sessions === 0) return texts.noShare;
  return messages.share(formatCount(handed), formatCount(sessions), formatPercent(handed / sessions));
}

function waitText({ median_wait_seconds: seconds }: Totals): string {
  return seconds === null ? texts.noWait : formatAge(seconds * 1_000);
}

function grownText(list: 'reason' | 'question', { label, count, previous }: InsightRow): string {
  return texts.grown[list](label, formatCount(previous ?? 0), formatCount(count));
}
