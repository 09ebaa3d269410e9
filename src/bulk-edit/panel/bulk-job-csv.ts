import { csvFile } from '#src/format/csv.ts';
import { describePatch } from '#src/ticket-changes/describe-change.ts';
import type { JobRow } from '#src/ticket-changes/job-receipt.ts';
import type { TicketPatch } from '#src/ticket-changes/change-store.ts';
import { saveFile } from './export-file.ts';

const COLUMNS = [
  'ticket_number',
  'id',
  'subject',
  'old_value',
  'new_value',
  'outcome',
  'code',
  'message',
  'request_id',
];

/** What a receipt looks like in a spreadsheet. */
function receiptCsv(rows: readonly JobRow[], patch: TicketPatch): string {
  const wanted = describePatch(patch, 'UTC');
  return csvFile(
    COLUMNS,
    rows.map((row) => [
      row.number,
      row.id,
      row.subject,
      oldValueOf(row.before),
      wanted,
      row.state,
      row.code,
      row.message,
      row.requestId,
    ]),
  );
}

/** The values before, as they stand on the wire. */
function oldValueOf(before: JobRow['before']): string | null {
  if (before === null) return null;
  const { assignee_agent_id: agent, assignee_name: name, ...rest } = before;
  const fields = { ...rest, ...(agent === undefined ? {} : { assignee: name ?? agent }) };
  return Object.entries(fields)
    .map(([field, value]) => `${field}: ${value ?? ''}`)
    .join('; ');
}

/** Gives the receipt to the person as a file. */
export function saveReceipt(rows: readonly JobRow[], patch: TicketPatch, startedAtMs: number): void {
  const name = `bulk-change-${new Date(startedAtMs).toISOString().slice(0, 16).replaceAll(':', '')}.csv`;
  saveFile(receiptCsv(rows, patch), name);
}
