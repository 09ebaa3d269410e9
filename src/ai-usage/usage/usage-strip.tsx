import { Link } from '@tanstack/react-router';
import type { getAiUsage } from '#contract/ai.ts';
import type { Reply } from '#contract/operation.ts';
import { savedByCache, type FeatureSum } from '#src/ai-usage/figures/usage-sums.ts';
import { shareOf } from '#contract/usd.ts';
import { messages as page } from '#src/ai-usage/messages.ts';
import { useHasReports } from '#src/ai-usage/queries.ts';
import type { CallsSearch } from '#src/ai-usage/search.ts';
import { formatCompact, formatPercent } from '#src/format/compact.ts';
import { addDays, monthStart } from '#src/format/days.ts';
import { formatUsd, formatWholeUsd } from '#src/format/money.ts';
import { formatCount } from '#src/format/number.ts';
import type { DayWindow } from '#src/panels/day-window.ts';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { messages } from './messages.ts';

interface UsageStripProps {
  readonly usage: Reply<typeof getAiUsage> | undefined;
  readonly window: DayWindow;
  readonly features: readonly FeatureSum[] | undefined;
}

const texts = messages.strip;

/** Five figures of today and this month; each opens the calls that it counts. */
export function UsageStrip({ usage, window, features }: UsageStripProps) {
  const hasReports = useHasReports();
  const today = usage?.trend?.at(-1)?.date;
  const sums = usage?.summary;
  const toCalls = (from: 'today' | 'month', more: CallsSearch = {}): CallsSearch | undefined =>
    hasReports && today !== undefined
      ? { from: from === 'today' ? today : monthStart(today), to: addDays(today, 1), ...more }
      : undefined;
  const ofMonth = (part: number): string => {
    const share = shareOf(part, sums?.calls_month ?? 0);
    return share === null ? texts.noCallsMonth : texts.ofCallsMonth(formatPercent(share));
  };
  const saved = features && savedByCache(features);
  return (
    <section
      aria-label={texts.label}
      className="mt-3.5 flex gap-4 overflow-x-auto border-y border-line py-2.5 max-md:-mx-4 max-md:gap-6 max-md:px-4"
    >
      <Figure
        label={texts.callsToday}
        value={sums && formatCount(sums.calls_today)}
        note={sums && texts.yesterday(formatCount(sums.calls_yesterday))}
        to={toCalls('today')}
      />
      <Figure
        label={texts.tokensToday}
        value={sums && formatCompact(sums.tokens_today)}
        exact={sums && formatCount(sums.tokens_today)}
        note={sums && texts.tokensMonth(formatCompact(sums.tokens_month))}
        to={toCalls('today')}
      />
      <Figure
        label={texts.cacheHits}
        value={sums && formatCount(sums.cache_hits_month)}
        note={sums && ofMonth(sums.cache_hits_month)}
        to={toCalls('month', { cache: 'hit' })}
      />
      <Figure
        label={texts.saved}
        value={saved === undefined ? undefined : texts.approximately(formatWholeUsd(saved))}
        exact={saved === undefined ? undefined : texts.approximately(formatUsd(saved))}
        note={saved === undefined ? undefined : texts.estimate(page.days(window.days))}
      />
      <Figure
        label={texts.errors}
        value={sums && formatCount(sums.errors_month)}
        note={sums && ofMonth(sums.errors_month)}
        to={toCalls('month', { status: 'error' })}
      />
    </section>
  );
}

interface FigureProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly note: string | undefined;
  /** The value without rounding. */
  readonly exact?: string | undefined;
  /** The calls that it counts. */
  readonly to?: CallsSearch | undefined;
}

const FIGURE = 'block min-w-0 flex-1 text-inherit no-underline max-md:flex-none';

function Figure({ label, value, note, exact, to }: FigureProps) {
  const parts = (
    <>
      <span className="block text-12 text-ink-3">{label}</span>
      <span className="block h-7 text-20 font-semibold tabular-nums" title={exact}>
        {value ?? <Skeleton className="h-5 w-14" />}
      </span>
      <span className="block h-4 truncate text-12 text-ink-3 tabular-nums">{note}</span>
    </>
  );
  if (to === undefined) return <div className={FIGURE}>{parts}</div>;
  return (
    <Link to="/ai/usage/calls" search={to} className={`${FIGURE} hover:bg-hover`} title={texts.showCalls}>
      {parts}
    </Link>
  );
}
