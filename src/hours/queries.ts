import { getBusinessCalendar } from '#contract/calendar.ts';
import { read } from '#src/api/read.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import type { Provided } from './model/plan.ts';

/** The same query as the sidebar's. */
export function calendarOptions() {
  return { ...read(getBusinessCalendar), staleTime: 60_000, refetchInterval: 60_000 };
}

export function useProvided(): Provided {
  const whoami = useWhoami();
  return { dates: hasExtension(whoami, 'calendar_holidays'), tools: hasExtension(whoami, 'calendar_tools') };
}
