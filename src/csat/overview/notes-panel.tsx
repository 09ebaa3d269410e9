import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type AiAlertRow, listAiAlerts } from '#contract/ai-reports.ts';
import { type AuditEntry, listAuditLog } from '#contract/audit.ts';
import { addChartNote, type ChartNote, deleteChartNote, listChartNotes } from '#contract/chart-notes.ts';
import { read } from '#src/api/read.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { useMissingScope, useWriteAccess } from '#src/api/write-access.ts';
import { inverse, useWrite } from '#src/api/write.ts';
import { randomId } from '#src/browser/random-id.ts';
import type { ShownWindow } from '#src/csat/queries.ts';
import { view } from '#src/csat/view.ts';
import { formatCount } from '#src/format/number.ts';
import { formatUtcDay } from '#src/format/utc-day.ts';
import { dayAndTimeOf, instantAt } from '#src/format/zone-time.ts';
import { Panel } from '#src/panels/panel.tsx';
import { AddressText } from '#src/ui/address-text.tsx';
import { Button, IconButton } from '#src/ui/button.tsx';
import { TextButton } from '#src/ui/text-button.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { useOfferedVerbs } from '#src/ui/offered-commands.ts';
import { messages } from './messages.ts';
import { NoteDialog } from './note-dialog.tsx';

const texts = messages.notes;
/** More are folded. */
const SHOWN = 4;

interface NotesPanelProps extends TrendNotes {
  readonly window: ShownWindow;
}

/** The trend's notes as a list, at the end of the page so that nothing moves when they load; own ones can be deleted. */
export function NotesPanel({ notes, missing, retry, window }: NotesPanelProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? notes : notes.slice(-SHOWN);
  return (
    <Panel title={texts.title} note={texts.about} actions={<AddNote window={window} />} resource="chart_notes">
      {notes.length === 0 ? null : (
        <ul aria-label={texts.title} className="mt-1 text-12 text-ink-2">
          {shown.map(({ key, day, text, by, own }) => (
            <li key={key} className="flex min-h-6 items-center gap-2">
              <span className="w-14 flex-none text-ink-3 tabular-nums">{formatUtcDay(day)}</span>
              <span className="min-w-0 [overflow-wrap:anywhere]">
                <span dir="auto">{text}</span>
                {by === null ? null : (
                  <span className="text-ink-3">
                    , <AddressText text={texts.by(by)} />
                  </span>
                )}
              </span>
              {own === null ? null : <DeleteNote note={own} />}
            </li>
          ))}
        </ul>
      )}
      {notes.length <= SHOWN ? null : (
        <TextButton className="text-12" onClick={() => setWhole(!isWhole)}>
          {isWhole ? texts.fewer : texts.all(formatCount(notes.length))}
        </TextButton>
      )}
      {missing.map((what) => (
        <p key={what} className="text-12 text-warn-text">
          {texts.incomplete(what)}{' '}
          <button type="button" className="hit relative min-h-6 font-medium underline" onClick={retry}>
            {messages.retry}
          </button>
        </p>
      ))}
    </Panel>
  );
}

/** Adds a note, where the service keeps notes. */
function AddNote({ window }: { readonly window: ShownWindow }) {
  const isProvided = hasExtension(useWhoami(), 'chart_notes');
  const { reason } = useWriteAccess('csat:write');
  const [isOpen, setOpen] = useState(false);
  const [{ group, entries: keys }] = view.keys;
  useShortcut(keys.note.keys, () => setOpen(true), {
    label: keys.note.label,
    group,
    when: isProvided && reason === undefined,
  });
  useOfferedVerbs(isProvided ? [{ id: 'csat-note', run: () => setOpen(true), disabledReason: reason }] : []);
  if (!isProvided) return null;
  return (
    <>
      <Button size="sm" variant="ghost" icon="plus" disabledReason={reason} onClick={() => setOpen(true)}>
        {texts.add}
      </Button>
      {isOpen ? <NoteDialog window={window} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function DeleteNote({ note }: { readonly note: ChartNote }) {
  const { reason } = useWriteAccess('csat:write');
  const { write, isBusy } = useWrite(deleteChartNote, { failed: texts.removeFailed });
  const { chart, date, text } = note;
  const remove = () =>
    write(
      { query: { id: note.id } },
      {
        undo: () => ({
          text: texts.removed,
          undo: inverse(
            addChartNote,
            { body: { chart, date, text }, idempotencyKey: randomId() },
            { failed: texts.restoreFailed, done: texts.restored },
          ),
        }),
      },
    );
  return (
    <IconButton
      icon="close"
      size="sm"
      label={texts.remove(text)}
      busy={isBusy}
      disabledReason={reason}
      onClick={() => void remove()}
    />
  );
}

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

interface TrendNotes {
  /** The oldest day first. */
  readonly notes: readonly TrendNote[];
  /** What could not be loaded, in words. */
  readonly missing: readonly string[];
  readonly retry: () => void;
}

/** Own notes, changes of the business hours and caps that were reached, each as far as the service has it. */
export function useTrendNotes(window: ShownWindow): TrendNotes {
  const { from, to, zone } = window;
  const whoami = useWhoami();
  const missingScope = useMissingScope();
  const startOf = (day: string) => instantAt({ day, time: '00:00' }, zone) ?? `${day}T00:00:00.000Z`;
  const own = useQuery({
    ...read(listChartNotes, { chart: 'csat', from, to, limit: MOST }),
    enabled: hasExtension(whoami, 'chart_notes'),
  });
  const hours = useQuery({
    ...read(listAuditLog, {
      action: CALENDAR_CHANGE,
      outcome: 'ok',
      since: startOf(from),
      until: startOf(to),
      limit: MOST,
    }),
    enabled: hasExtension(whoami, 'audit_log') && missingScope('admin:read') === undefined,
  });
  const caps = useQuery({
    ...read(listAiAlerts, { from, to, limit: MOST }),
    enabled: hasExtension(whoami, 'ai_reports'),
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
