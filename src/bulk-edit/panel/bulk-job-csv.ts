import { csvFile } from '#src/format/csv.ts';
import { describePatch } from '#src/ticket-edit/update/describe-patch.ts';
import { rowOutcome } from '#src/bulk-edit/engine/describe-outcome.ts';
import type { JobRow } from '#src/bulk-edit/engine/receipt.ts';
import type { TicketPatch } from '#src/ticket-edit/update/change-store.ts';
import { saveFile } from '#src/browser/save-file.ts';

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

/** A receipt as a spreadsheet. */
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
      rowOutcome(row, patch),
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
export function downloadReceipt(rows: readonly JobRow[], patch: TicketPatch, startedAtMs: number): void {
  const name = `bulk-change-${new Date(startedAtMs).toISOString().slice(0, 16).replaceAll(':', '')}.csv`;
  saveFile(receiptCsv(rows, patch), name);
}
