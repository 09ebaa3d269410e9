import * as z from 'zod/mini';
import { calendar, type BusinessCalendar } from '#contract/calendar.ts';
import { SITE_KEYS, storage } from '#src/browser/storage.ts';
import { bodyOf, planOf, type Plan } from './model/plan.ts';

const stored = z.object({ site: z.string(), base: calendar, edited: calendar });

/** What this tab has not saved yet, and what it was made of. */
export interface Draft {
  readonly base: BusinessCalendar;
  readonly plan: Plan;
}

export function storeDraft(siteId: bigint, base: BusinessCalendar, plan: Plan): void {
  const edited = { ...base, ...bodyOf(plan, { dates: true, tools: true }) };
  storage.tab.set(SITE_KEYS.hoursDraft, JSON.stringify({ site: siteId.toString(), base, edited }));
}

export function removeDraft(): void {
  storage.tab.remove(SITE_KEYS.hoursDraft);
}

export function loadDraft(siteId: bigint): Draft | null {
  try {
    const { data } = stored.safeParse(JSON.parse(storage.tab.get(SITE_KEYS.hoursDraft) ?? 'null'));
    return data?.site === siteId.toString() ? { base: data.base, plan: planOf(data.edited) } : null;
  } catch {
    return null;
  }
}
