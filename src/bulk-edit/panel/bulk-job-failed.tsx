import type { MouseEvent } from 'react';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import type { JobRow } from '#src/bulk-edit/engine/receipt.ts';
import { failureCode, failureReason } from './describe-job.ts';
import { messages } from './messages.ts';

/** More are no list to read: the file has them all. */
const MAX_SHOWN = 100;

interface Props {
  readonly rows: readonly JobRow[];
  readonly onOpen: (id: string) => void;
}

/** The tickets that a job could not change, each with its reason in words and as a code. */
export function BulkJobFailed({ rows, onOpen }: Props) {
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
