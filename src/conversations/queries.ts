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
