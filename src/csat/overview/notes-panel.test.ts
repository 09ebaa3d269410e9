import { expect, test } from 'vitest';
import type { AiAlertRow } from '#contract/ai-reports.ts';
import type { AuditEntry } from '#contract/audit.ts';
import { dayAndTimeOf } from '#src/format/zone-time.ts';
import { notesOf } from './notes-panel.tsx';

const dayIn = (zone: string) => (iso: string) => dayAndTimeOf(iso, zone)?.day ?? '';

const change = (at: string, label: string): AuditEntry => ({
  id: 1n,
  at_utc: at,
  actor: { kind: 'token', token_id: 7n, token_prefix: 'sck_a', label },
  action: 'business_calendar.update',
  object_type: 'business_calendar',
  object_id: '1',
  changes: [],
  outcome: 'ok',
  request_id: null,
  network: null,
  user_agent: null,
  sealed: true,
});
const alert = (percent: number, fired: string | null): AiAlertRow => ({
  id: 3n,
  cap: 'budget',
  threshold_percent: percent,
  fired_utc: fired,
  period_start_utc: '2026-11-01T00:00:00.000Z',
});

test("CS-15: own notes, changed hours and reached caps stand on days of the site's zone, the oldest first", () => {
  const own = {
    id: 9n,
    chart: 'csat',
    date: '2026-11-12',
    text: 'New firmware',
    author: 'Mara',
    created_utc: '2026-11-12T09:00:00.000Z',
  } as const;
  const notes = notesOf(
    [own],
    // Late in the evening of UTC it is the next day in Berlin.
    [change('2026-11-02T23:30:00.000Z', 'Leads')],
    [alert(100, '2026-11-05T12:00:00.000Z')],
    dayIn('Europe/Berlin'),
  );
  expect(notes.map(({ day, text, own: isOwn }) => [day, text, isOwn !== null])).toEqual([
    ['2026-11-03', 'Business hours changed', false],
    ['2026-11-05', 'AI budget reached', false],
    ['2026-11-12', 'New firmware', true],
  ]);
});

test('CS-15: what happened several times on a day is one note; a threshold below the cap is none', () => {
  const hours = [change('2026-11-02T08:00:00.000Z', 'Leads'), change('2026-11-02T09:00:00.000Z', 'Leads')];
  const caps = [
    alert(80, '2026-11-04T12:00:00.000Z'),
    alert(100, null),
    alert(100, '2026-11-05T12:00:00.000Z'),
    alert(100, '2026-11-05T13:00:00.000Z'),
  ];
  expect(notesOf([], hours, caps, dayIn('UTC')).map(({ day }) => day)).toEqual(['2026-11-02', '2026-11-05']);
});
