import { messages as page } from '#src/ai-usage/messages.ts';
import { addDays, type UsageWindow } from '#src/ai-usage/usage-window.ts';
import { formatUtcDay } from '#src/format/utc-day.ts';

/** "UTC days, 25 Oct to 23 Nov": what a figure covers; the last day is in it. */
export function windowText({ from, to }: Pick<UsageWindow, 'from' | 'to'>): string {
  return page.utcDays(formatUtcDay(from), formatUtcDay(addDays(to, -1)));
}
