import { useQuery } from '@tanstack/react-query';
import { listAiAlerts, type AiAlertRow } from '#contract/ai-reports.ts';
import { listAuditLog, type AuditEntry } from '#contract/audit.ts';
import { listChartNotes, type ChartNote } from '#contract/chart-notes.ts';
import { read } from '#src/api/read.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { dayAndTimeOf, instantAt } from '#src/format/zone-time.ts';
import type { ShownWindow } from '#src/csat/queries.ts';
import { messages } from './messages.ts';

const texts = messages.notes;
/** More of each are not shown. */
const MOST = 200;
const CALENDAR_CHANGE = 'business_calendar.update';
/** Percent of a cap at which it is reached. */
const REACHED = 100;

/** Something that happened on a day of the trend. */
export interface TrendNote {
  readonly key: string;
  readonly day: string;
  readonly text: string;
  /** Beside it in the list: who wrote it. */
  readonly by: string | null;
  /** Set where it is an own note that can be deleted. */
  readonly own: ChartNote | null;
}

export interface TrendNotes {
  /** The oldest day first. */
  readonly notes: readonly TrendNote[];
  /** What could not be loaded, in words. */
  readonly missing: readonly string[];
  readonly retry: () => void;
}

/** Own notes, changes of the business hours and caps that were reached, each as far as the service has it. */
export function useTrendNotes(window: ShownWindow, isAsked: boolean): TrendNotes {
  const { from, to, zone } = window;
  const whoami = useWhoami();
  const startOf = (day: string) => instantAt({ day, time: '00:00' }, zone) ?? `${day}T00:00:00.000Z`;
  const own = useQuery({
    ...read(listChartNotes, { chart: 'csat', from, to, limit: MOST }),
    enabled: isAsked && hasExtension(whoami, 'chart_notes'),
  });
  const hours = useQuery({
    ...read(listAuditLog, {
      action: CALENDAR_CHANGE,
      outcome: 'ok',
      since: startOf(from),
      until: startOf(to),
      limit: MOST,
    }),
    enabled: isAsked && hasExtension(whoami, 'audit_log'),
  });
  const caps = useQuery({
    ...read(listAiAlerts, { from, to, limit: MOST }),
    enabled: isAsked && hasExtension(whoami, 'ai_reports'),
  });
  const dayOf = (iso: string): string => dayAndTimeOf(iso, zone)?.day ?? iso.slice(0, 10);
  const failed = [
    [own, texts.source.own],
    [hours, texts.source.hours],
    [caps, texts.source.caps],
  ] as const;
  return {
    notes: notesOf(own.data?.items ?? [], hours.data?.items ?? [], caps.data?.items ?? [], dayOf).filter(
      ({ day }) => day >= from && day < to,
    ),
    missing: failed.filter(([query]) => query.isError && query.data === undefined).map(([, what]) => what),
    retry: () => failed.forEach(([query]) => query.isError && void query.refetch()),
  };
}

/** All notes by day. What happened several times on a day is one note. @param dayOf the day of an instant in the zone */
export function notesOf(
  own: readonly ChartNote[],
  hours: readonly AuditEntry[],
  caps: readonly AiAlertRow[],
  dayOf: (iso: string) => string,
): readonly TrendNote[] {
  const ofHours = new Map<string, AuditEntry>();
  for (const entry of hours) ofHours.set(dayOf(entry.at_utc), entry);
  // A cap on calls a minute can be reached many times a day.
  const ofCaps = new Map<string, { readonly day: string; readonly cap: AiAlertRow['cap'] }>();
  for (const { cap, threshold_percent: percent, fired_utc: at } of caps) {
    if (percent === REACHED && at !== null) ofCaps.set(`cap ${cap} ${dayOf(at)}`, { day: dayOf(at), cap });
  }
  const notes: readonly TrendNote[] = [
    ...own.map((note) => ({
      key: `own ${note.id}`,
      day: note.date,
      text: note.text,
      by: note.author,
      own: note,
    })),
    ...[...ofHours].map(([day, { actor }]) => ({
      key: `hours ${day}`,
      day,
      text: texts.hours,
      by: actor.label,
      own: null,
    })),
    ...[...ofCaps].map(([key, { day, cap }]) => ({ key, day, text: texts.cap[cap], by: null, own: null })),
  ];
  return notes.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
}
