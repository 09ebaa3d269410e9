import { keepPreviousData, type Query } from '@tanstack/react-query';
import { getTranscript, listHandoffs, type Transcript } from '#contract/conversations.ts';
import type { CallQuery } from '#src/api/call.ts';
import { read, readPages } from '#src/api/read.ts';
import { utcToday } from '#src/format/days.ts';
import { useNow } from '#src/format/use-now.ts';
import { type DayWindow, windowOf } from '#src/panels/day-window.ts';
import { isWholeService, useWhoami } from '#src/api/whoami.ts';
import type { ConversationsSearch, HandoversSearch } from './search.ts';

/** The figures are read again after this time. */
export const POLL_MS = 60_000;

/** Whether the service has `ai_sessions` and `ai_reports`; without them there are `handoffs`, `transcripts` and `ai_insights` alone. */
export function useHasSessions(): boolean {
  return isWholeService(useWhoami());
}

/** The UTC days that the page shows. The API document answers the last days alone. */
export function useShownWindow({ days, from, to }: ConversationsSearch): DayWindow {
  return windowOf(useHasSessions() ? { days, from, to } : { days }, utcToday(useNow()));
}

/** One session with all of its messages. It is polled until it has ended. */
export function transcriptOptions(sessionId: string) {
  return {
    ...read(getTranscript, { sessionId }),
    refetchInterval: ({ state: { data } }: Query<Transcript, Error, Transcript, readonly unknown[]>) =>
      data !== undefined && data.ended_utc === null ? POLL_MS : false,
  };
}

const HANDOFF_ROWS = 50;

/** The API document has neither an end nor reasons. */
export function handoffsQuery(
  { status, reason }: Pick<HandoversSearch, 'status' | 'reason'>,
  { from, to }: Pick<DayWindow, 'from' | 'to'>,
  isWhole: boolean,
): CallQuery<typeof listHandoffs> {
  return {
    since: `${from}T00:00:00.000Z`,
    ...(status === undefined ? {} : { status }),
    ...(isWhole ? { until: `${to}T00:00:00.000Z` } : {}),
    ...(isWhole && reason !== undefined ? { reason } : {}),
  };
}

/** The log of handoffs, the newest first. */
export function handoffsOptions(query: CallQuery<typeof listHandoffs>) {
  return {
    ...readPages(listHandoffs, query, { limit: HANDOFF_ROWS }),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  };
}
