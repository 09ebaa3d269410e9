import type { MouseEvent } from 'react';
import { saveFile } from '#src/browser/save-file.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { csvFile } from '#contract/csv.ts';
import { formatCount } from '#src/format/number.ts';
import type { TicketPatch } from '#src/ticket-edit/update/change-store.ts';
import { describePatch } from '#src/ticket-edit/update/describe-change.ts';
import { Button } from '#src/ui/button.tsx';
import { failureCode, failureReason, rowOutcome } from './describe-job.ts';
import { jobRows, retryRows } from './job-controls.ts';
import type { JobView } from './job-store.ts';
import { messages } from './messages.ts';
import type { JobRow } from './receipt.ts';

interface BulkJobResultsProps {
  readonly job: JobView;
  readonly isOver: boolean;
  /** The line above goes from edge to edge. */
  readonly isWide: boolean;
  readonly onOpen: (id: string) => void;
}

/** The failures with their reasons, the way to try it again, and the receipt as a file. */
export function BulkJobResults({ job, isOver, isWide, onOpen }: BulkJobResultsProps) {
  const { failed, skipped, failedRows, startedAtMs, patch } = job;
  const count = formatCount(failed);
  const download = (): void => {
    const at = new Date(startedAtMs).toISOString().slice(0, 16).replaceAll(':', '');
    saveFile(receiptCsv(jobRows(), patch), `bulk-change-${at}.csv`);
  };
  return (
    <>
      <div
        className={`mt-4 flex min-h-11 items-center gap-2 border-t border-line pt-3 pb-1 ${isWide ? '-mx-5 px-5' : ''}`}
      >
        {failedRows.length === 0 ? (
          <span className="flex-1" />
        ) : (
          <h3 className="flex-1 text-14 font-semibold text-ink">
            {failed > 0 ? messages.failed(count) : messages.left(skipped, formatCount(skipped))}
          </h3>
        )}
        <Button size="sm" icon="download" onClick={download}>
          {messages.csv}
        </Button>
        {failed > 0 && isOver ? (
          <Button size="sm" icon="refresh" onClick={() => void retryRows()}>
            {messages.retry(count)}
          </Button>
        ) : null}
      </div>
      {failedRows.length === 0 ? null : <FailedRows rows={failedRows} onOpen={onOpen} />}
    </>
  );
}

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

/** More are no list to read: the file has them all. */
const MAX_SHOWN = 100;

/** The tickets that a job could not change, each with its reason in words and as a code. */
function FailedRows({ rows, onOpen }: { readonly rows: readonly JobRow[]; readonly onOpen: (id: string) => void }) {
  const zone = useDisplayZone();
  const open = (id: bigint) => (event: MouseEvent) => {
    // In a new tab as the person wants it; a plain press opens it beside the list.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onOpen(id.toString());
  };
  return (
    <>
      <ul aria-label={messages.failedList} className="divide-y divide-line">
        {rows.slice(0, MAX_SHOWN).map((row) => (
          <li key={row.id.toString()} className="py-2 text-12">
            <div className="flex items-baseline gap-2">
              <a
                href={`/tickets/${row.id}`}
                className="hit relative flex-none font-medium text-ink tabular-nums"
                onClick={open(row.id)}
              >
                {row.number === null ? messages.idOnly(row.id.toString()) : messages.number(String(row.number))}
              </a>
              <span dir="auto" className="min-w-0 flex-1 truncate text-ink-2">
                {row.subject}
              </span>
              <span className="flex-none font-mono text-11 text-ink-3">{failureCode(row)}</span>
            </div>
            <p className="mt-0.5 text-ink [overflow-wrap:anywhere]">{failureReason(row, zone)}</p>
          </li>
        ))}
      </ul>
      {rows.length > MAX_SHOWN ? (
        <p className="py-2 text-12 text-ink-3">{messages.more(formatCount(rows.length - MAX_SHOWN))}</p>
      ) : null}
    </>
  );
}
