import type { Query } from '@tanstack/react-query';
import { getTranscript, type Transcript } from '#contract/conversations.ts';
import { read } from '#src/api/read.ts';
import { utcToday } from '#src/format/days.ts';
import { useNow } from '#src/format/use-now.ts';
import { type DayWindow, windowOf } from '#src/panels/day-window.ts';
import { isWholeService, useWhoami } from '#src/api/whoami.ts';
import type { ConversationsSearch } from './search.ts';

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
