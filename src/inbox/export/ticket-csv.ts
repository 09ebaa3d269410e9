import type { Ticket } from '#contract/tickets.ts';
import { csvFile } from '#contract/csv.ts';
import { dayAndTimeOf } from '#src/format/zone-time.ts';
import { COLUMNS, type ColumnKey } from '#src/inbox/columns/columns.ts';
import { columnsMessages } from '#src/inbox/columns/messages.ts';
import { exportMessages } from './messages.ts';

/** The file of what is on screen: its columns, its words, times in the zone that each heading names. */
export function visibleCsv(keys: readonly ColumnKey[], rows: readonly Ticket[], zone: string): string {
  const heads = keys.map((key) => {
    const name = columnsMessages.name[key];
    return COLUMNS[key].isTime ? exportMessages.inZone(name, zone) : name;
  });
  const cellOf = (key: ColumnKey, ticket: Ticket) => {
    const { valueOf, isTime } = COLUMNS[key];
    const value = valueOf(ticket) ?? null;
    return isTime && typeof value === 'string' ? timeCell(value, zone) : value;
  };
  return csvFile(
    heads,
    rows.map((ticket) => keys.map((key) => cellOf(key, ticket))),
  );
}

/** "2026-11-20 14:32:05": spreadsheets read it as a time, and it sorts as text. */
function timeCell(iso: string, zone: string): string | null {
  const wall = dayAndTimeOf(iso, zone);
  return wall === null ? null : `${wall.day} ${wall.time}`;
}
