import type { Review, ReviewVerdict } from '#contract/ai-reviews.ts';
import { REVIEW_VERDICTS, summarizeAiReviews } from '#contract/ai-reviews.ts';
import { getTranscript, listAiSessions, type Session, type Transcript } from '#contract/conversations.ts';
import { csvLine } from '#contract/csv.ts';
import type { Reply } from '#contract/operation.ts';
import { getSiteSettings, INITIAL_REVIEW_REASONS, type SiteSettings } from '#contract/site-settings.ts';
import { call, type CallQuery } from '#src/api/call.ts';
import { patchQueries } from '#src/api/patch-queries.ts';
import { read } from '#src/api/read.ts';
import { DEFAULT_SAMPLE, type ReviewSearch } from '#src/conversations/search.ts';
import { ListReader } from '#src/list-export/list-file.ts';
import type { DayWindow } from '#src/panels/day-window.ts';

type Days = Pick<DayWindow, 'from' | 'to'>;

/** Where the address names none. */
export const DEFAULT_COST = 0.05;
export const DEFAULT_MESSAGES = 10;

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
      return { min_cost: cost === undefined ? DEFAULT_COST : Number(cost) };
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
    { queryKey: [listAiSessions.resource, listAiSessions.name], predicate: ({ queryKey }) => queryKey[2] !== 'pages' },
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

const FIELDS = [
  'session_id',
  'review',
  'started_utc',
  'channel',
  'outcome',
  'customer_identity_id',
  'name',
  'ticket_number',
  'first_question',
  'message_count',
  'cost_usd',
] as const satisfies readonly (keyof Session)[];

/** The reviewed sessions of the window with their verdicts. */
export async function reviewsFile({ from, to }: Days, signal: AbortSignal): Promise<string> {
  const rows: Session[] = [];
  for (const review of REVIEW_VERDICTS) rows.push(...(await readReviewed({ from, to }, review, signal)));
  return [FIELDS, ...rows.map((row) => FIELDS.map((field) => row[field]))].map(csvLine).join('');
}

async function readReviewed(days: Days, review: ReviewVerdict, signal: AbortSignal): Promise<readonly Session[]> {
  const reader = new ListReader(async (skip, limit, signal) => {
    const query = { ...days, review, skip, limit };
    const { items, total_count } = await call(listAiSessions, { query, priority: 'background', signal });
    return { items: items.map((item) => ({ ...item, id: item.session_id })), total_count };
  });
  await reader.run(signal, () => undefined);
  return reader.rows;
}
