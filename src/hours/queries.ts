import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { previewCalendar } from '#contract/calendar-preview.ts';
import { getBusinessCalendar } from '#contract/calendar.ts';
import { writeJson } from '#contract/json.ts';
import type { Body } from '#contract/operation.ts';
import { call } from '#src/api/call.ts';
import { read } from '#src/api/read.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import type { Provided } from './model/plan.ts';

/** The same as the line of the sidebar reads: its minute is enough here too. */
export function calendarOptions() {
  return { ...read(getBusinessCalendar), staleTime: 60_000, refetchInterval: 60_000 };
}

export function useProvided(): Provided {
  const whoami = useWhoami();
  return { dates: hasExtension(whoami, 'calendar_holidays'), tools: hasExtension(whoami, 'calendar_tools') };
}

type PreviewBody = Body<typeof previewCalendar>;

/**
 * What a calendar would mean, as the service reckons it.
 * @param keepsLast shows the answer for the calendar before until there is one
 */
export function usePreview(body: PreviewBody, keepsLast = false) {
  return useQuery({
    queryKey: [previewCalendar.resource, previewCalendar.name, writeJson(body)],
    queryFn: ({ signal }) => call(previewCalendar, { body, signal }),
    ...(keepsLast ? { placeholderData: keepPreviousData } : {}),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
}

export function askPreview(body: PreviewBody) {
  return call(previewCalendar, { body });
}
