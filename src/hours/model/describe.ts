import { addDays, formatUtcWeekday, formatUtcWeekdayAndDate } from '#src/format/days.ts';
import { messages } from '#src/hours/messages.ts';
import { partOf, type PartKey } from './merge-plans.ts';
import type { Plan } from './plan.ts';
import { hoursText, spanText, windowsText } from './time-text.ts';
import { isOvernight, totalMinutes, type Span } from './week.ts';

const texts = messages.changes;
const A_SUNDAY = '2024-01-07';

export function dayName(day: number): string {
  return formatUtcWeekday(addDays(A_SUNDAY, day));
}

/** The name of a part in a list. */
export function partName(key: PartKey): string {
  switch (key.kind) {
    case 'day':
      return dayName(key.day);
    case 'holiday':
    case 'own':
      return formatUtcWeekdayAndDate(key.date);
    case 'flag':
      return texts.flag;
    case 'zone':
      return texts.zone;
  }
}

/** A part of a plan as text: "09:00 – 12:00, 13:00 – 18:00". */
export function partText(plan: Plan, key: PartKey): string {
  const part = partOf(plan, key);
  if (part === undefined) return messages.elsewhere.nothing;
  if (typeof part === 'string') return part;
  if (typeof part === 'boolean') return part ? texts.on : texts.offAgain;
  if (!('name' in part)) return part.length === 0 ? texts.closed : part.map(spanText).join(', ');
  if ('windows' in part) {
    const hours = windowsText(part.windows) || texts.closed;
    return [part.name, texts.ownHours(hours)].filter(Boolean).join(', ');
  }
  const named = part.recurring ? texts.every(part.name) : part.name;
  return part.active ? named : texts.off(named);
}

/** The effect of saving a part. */
export function changeText(before: Plan, after: Plan, key: PartKey): string {
  if (key.kind === 'day') return dayChange(spansOf(before, key.day), spansOf(after, key.day));
  const [was, is] = [partOf(before, key), partOf(after, key)];
  if (key.kind === 'flag') return partText(after, key);
  if (was === undefined) return texts.adds(partText(after, key));
  return is === undefined
    ? texts.removes(partText(before, key))
    : texts.becomes(partText(before, key), partText(after, key));
}

function dayChange(before: readonly Span[], after: readonly Span[]): string {
  const has = (spans: readonly Span[], one: Span) =>
    spans.some(({ open, close }) => open === one.open && close === one.close);
  const removed = before.filter((span) => !has(after, span));
  const added = after.filter((span) => !has(before, span));
  const [was, is] = [removed.map(spanText).join(', '), added.map(withEnd).join(', ')];
  if (removed.length === 0) return texts.adds(is);
  return added.length === 0 ? texts.removes(was) : texts.becomes(was, is);
}

function withEnd(span: Span): string {
  return isOvernight(span) ? texts.ends(spanText(span), dayName(span.day + 1)) : spanText(span);
}

function spansOf(plan: Plan, day: number): readonly Span[] {
  return plan.week.filter((span) => span.day === day);
}

/** "49 h a week becomes 59 h a week"; null if the sum is unchanged. */
export function totalChange(before: Plan, after: Plan): string | null {
  const [was, is] = [totalMinutes(before.week), totalMinutes(after.week)];
  return was === is ? null : texts.becomes(texts.hours(hoursText(was)), texts.hours(hoursText(is)));
}
