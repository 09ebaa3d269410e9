import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { getAiUsage } from '#contract/ai.ts';
import type { Reply } from '#contract/operation.ts';
import { shareOf } from '#src/ai-usage/figures/usd.ts';
import type { FeatureSum } from '#src/ai-usage/figures/usage-sums.ts';
import { savedByCache } from '#src/ai-usage/figures/usage-sums.ts';
import { messages as page } from '#src/ai-usage/messages.ts';
import type { AiSearch } from '#src/ai-usage/search.ts';
import type { TabProps } from '#src/ai-usage/tab-props.ts';
import { addDays, monthStart, type UsageWindow } from '#src/ai-usage/usage-window.ts';
import { formatCompact, formatPercent } from '#src/format/compact.ts';
import { formatUsd, formatWholeUsd } from '#src/format/money.ts';
import { formatCount } from '#src/format/number.ts';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { messages } from './messages.ts';

interface UsageStripProps extends TabProps {
  readonly usage: Reply<typeof getAiUsage> | undefined;
  readonly window: UsageWindow;
  readonly features: readonly FeatureSum[] | undefined;
}

/** Five figures of today and this month; each opens the calls that it counts. */
export function UsageStrip({ usage, window, features, hasReports }: UsageStripProps) {
  const today = usage?.trend?.at(-1)?.date;
  const toCalls = (from: string | undefined, more: AiSearch = {}): AiSearch | undefined =>
    hasReports && today !== undefined && from !== undefined
      ? { tab: 'calls', from, to: addDays(today, 1), ...more }
      : undefined;
  const month = today === undefined ? undefined : monthStart(today);
  const sums = usage?.summary;
  const ofMonth = (part: number): string => {
    const share = shareOf(part, sums?.calls_month ?? 0);
    return share === null ? messages.strip.noCallsMonth : messages.strip.ofCallsMonth(formatPercent(share));
  };
  const saved = features === undefined ? undefined : savedByCache(features);
  return (
    <section
      aria-label={messages.strip.label}
      className="mt-3.5 flex gap-4 overflow-x-auto border-y border-line py-2.5 max-md:-mx-4 max-md:gap-6 max-md:px-4"
    >
      <Figure
        label={messages.strip.callsToday}
        value={sums && formatCount(sums.calls_today)}
        note={sums && messages.strip.yesterday(formatCount(sums.calls_yesterday))}
        to={toCalls(today)}
      />
      <Figure
        label={messages.strip.tokensToday}
        value={sums && formatCompact(sums.tokens_today)}
        exact={sums && formatCount(sums.tokens_today)}
        note={sums && messages.strip.tokensMonth(formatCompact(sums.tokens_month))}
        to={toCalls(today)}
      />
      <Figure
        label={messages.strip.cacheHits}
        value={sums && formatCount(sums.cache_hits_month)}
        note={sums && ofMonth(sums.cache_hits_month)}
        to={toCalls(month, { cache: 'hit' })}
      />
      <Figure
        label={messages.strip.saved}
        value={saved === undefined ? undefined : messages.strip.approximately(formatWholeUsd(saved))}
        exact={saved === undefined ? undefined : messages.strip.approximately(formatUsd(saved))}
        note={saved === undefined ? undefined : messages.strip.estimate(page.days(window.days))}
      />
      <Figure
        label={messages.strip.errors}
        value={sums && formatCount(sums.errors_month)}
        note={sums && ofMonth(sums.errors_month)}
        to={toCalls(month, { status: 'error' })}
      />
    </section>
  );
}

interface FigureProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly note: string | undefined;
  /** What `value` rounds. */
  readonly exact?: string | undefined;
  /** The calls that it counts. */
  readonly to?: AiSearch | undefined;
}

const FIGURE = 'block min-w-0 flex-1 text-inherit no-underline max-md:flex-none';

function Figure({ label, value, note, exact, to }: FigureProps): ReactNode {
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
    <Link to="/ai/usage" search={to} className={`${FIGURE} hover:bg-hover`} title={messages.strip.showCalls}>
      {parts}
    </Link>
  );
}
