import type { CapAction } from '#contract/ai-names.ts';
import type { AiLimits } from '#contract/ai-limits.ts';
import { stoppedFeatures } from '#src/ai-usage/cap-consequence.ts';
import { formatUsd } from '#src/format/money.ts';
import { formatCount } from '#src/format/number.ts';
import { formatUtcDay, formatUtcMonthAndYear } from '#src/format/utc-day.ts';
import type { UsageWindow } from '#src/ai-usage/usage-window.ts';
import { formatRate, formatUse } from './cap-amount.ts';
import { messages } from './back-test-messages.ts';
import type { Trial } from './tried-cap.ts';
import type { StoppedState } from './use-stopped.ts';

/** The sentence that answers: on how many days would this cap have been hit? */
export function leadOf({ cap, amount, result }: Trial, window: UsageWindow): string {
  const { hits, highest, completeDays, calls, months } = result;
  if (completeDays === 0) return messages.lead.noDay;
  if (calls === 0) return messages.lead.noCalls;
  const days = messages.window.days(window.days);
  if (hits.length > 0) {
    const isMostly = hits.length * 2 > window.days;
    const texts = isMostly ? messages.lead.mostly : messages.lead;
    return texts[cap](
      formatRate(cap, amount),
      hits.length,
      window.endsToday ? messages.window.last(window.days) : days,
    );
  }
  if (cap === 'daily_tokens')
    return messages.lead.none.daily_tokens(
      days,
      formatUse(cap, highest?.amount ?? 0n),
      formatUtcDay(highest?.day ?? window.from),
    );
  const top = months.toSorted((a, b) => b.spentUsd - a.spentUsd)[0];
  return messages.lead.none.budget(
    days,
    formatUsd(top?.spentUsd ?? 0),
    formatUtcMonthAndYear(top?.month ?? window.from),
  );
}

/** What stands under it: when, and what it would have cost and saved. */
export function leadText({ action, isChanged, result }: Trial, state: StoppedState, limits: AiLimits): string {
  const { hits } = result;
  const first = hits[0]?.day;
  const last = hits.at(-1)?.day;
  const parts = [
    first === undefined || last === undefined ? null : messages.text.firstLast(formatUtcDay(first), formatUtcDay(last)),
    hits.length === 0 ? null : stoppedText(action, state, stoppedFeatures(limits)),
    isChanged ? messages.text.unsaved : messages.text.saved,
  ];
  return parts.filter((part) => part !== null).join(' ');
}

/** Only what the service stops itself is promised; null until that is known. */
function stoppedText(action: CapAction, state: StoppedState, features: string | null): string | null {
  if (state.kind === 'unsaid' || features === null) return messages.text.unsaid;
  if (state.kind === 'waiting') return null;
  const { calls, usd } = state.stopped.total;
  const shown = formatCount(Math.round(calls));
  return action === 'hard' ? messages.text.hard(shown, features, formatUsd(usd)) : messages.text.soft(shown, features);
}
