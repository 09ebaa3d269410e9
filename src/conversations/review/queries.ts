import type { Review } from '#contract/ai-reviews.ts';
import { summarizeAiReviews } from '#contract/ai-reviews.ts';
import { getTranscript, listAiSessions, type Transcript } from '#contract/conversations.ts';
import type { Reply } from '#contract/operation.ts';
import { getSiteSettings, INITIAL_REVIEW_REASONS, type SiteSettings } from '#contract/site-settings.ts';
import type { CallQuery } from '#src/api/call.ts';
import { patchQueries } from '#src/api/patch-queries.ts';
import { read } from '#src/api/read.ts';
import { DEFAULT_COST, DEFAULT_MESSAGES, DEFAULT_SAMPLE, type ReviewSearch } from '#src/conversations/search.ts';
import type { DayWindow } from '#src/panels/day-window.ts';

type Days = Pick<DayWindow, 'from' | 'to'>;

/** The sample: so many sessions of the window, the same for everyone who asks. */
export function sampleOptions(search: ReviewSearch, { from, to }: Days) {
  const { sample = DEFAULT_SAMPLE } = search;
  return {
    ...read(listAiSessions, { from, to, ...ruleQuery(search), sample, limit: sample }),
    // The rows stay under the hand; a refresh or an own review reads them again.
    staleTime: 300_000,
    refetchOnWindowFocus: false,
  };
}

function ruleQuery({ rule, cost, messages }: ReviewSearch): CallQuery<typeof listAiSessions> {
  switch (rule) {
    case 'handed_over':
      return { outcome: 'handed_off' };
    case 'low_score':
      return { low_score: true };
    case 'costly':
      return { min_cost: Number(cost ?? DEFAULT_COST) };
    case 'long':
      return { min_messages: messages ?? DEFAULT_MESSAGES };
    default:
      return {};
  }
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
