import type { Review } from '#contract/ai-reviews.ts';
import { summarizeAiReviews } from '#contract/ai-reviews.ts';
import { getTranscript, listAiSessions, type Transcript } from '#contract/conversations.ts';
import type { Reply } from '#contract/operation.ts';
import { getSiteSettings, INITIAL_REVIEW_REASONS, type SiteSettings } from '#contract/site-settings.ts';
import type { CallQuery } from '#src/api/call.ts';
import { patchQueries } from '#src/api/patch-queries.ts';
import { read } from '#src/api/read.ts';
import { DEFAULT_SAMPLE, type ReviewSearch, type SampleRule } from '#src/conversations/search.ts';
import type { DayWindow } from '#src/panels/day-window.ts';

type Days = Pick<DayWindow, 'from' | 'to'>;

/** Messages of a long session. */
const LONG = 10;

/** Selects the sessions of each rule. */
const RULES = {
  handed_over: { outcome: 'handed_off' },
  low_score: { low_score: true },
  costly: { order_by: 'cost' },
  long: { min_messages: LONG },
} as const satisfies Readonly<Record<SampleRule, CallQuery<typeof listAiSessions>>>;

/** So many sessions of the window, drawn in the same way for everyone who asks, or the costliest. */
export function sampleOptions({ rule, sample = DEFAULT_SAMPLE }: ReviewSearch, { from, to }: Days) {
  const drawn = rule === 'costly' ? {} : { sample };
  const selected = rule === undefined ? {} : RULES[rule];
  return {
    ...read(listAiSessions, { from, to, ...selected, ...drawn, limit: sample }),
    // The rows stay under the hand; a refresh or an own review reads them again.
    staleTime: 300_000,
    refetchOnWindowFocus: false,
  };
}

export function resultsOptions({ from, to }: Days) {
  return read(summarizeAiReviews, { from, to });
}

export function settingsOptions() {
  return { ...read(getSiteSettings), staleTime: 60_000 };
}

export function reasonsOf(settings: SiteSettings | undefined): readonly string[] {
  return settings?.values.review_reasons ?? INITIAL_REVIEW_REASONS;
}

/** Shows a review in every list and transcript that is loaded. */
export async function patchReview(sessionId: string, review: Review | null): Promise<void> {
  await patchQueries<Reply<typeof listAiSessions>>(
    { queryKey: [listAiSessions.resource, listAiSessions.name] },
    (list) => ({
      ...list,
      items: list.items.map((one) =>
        one.session_id === sessionId ? { ...one, review: review?.verdict ?? null } : one,
      ),
    }),
  );
  await patchQueries<Transcript>({ queryKey: read(getTranscript, { sessionId }).queryKey }, (transcript) => ({
    ...transcript,
    review,
  }));
}
