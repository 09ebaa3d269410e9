import { listWebhookDeliveries, type DeliveryRecord } from '#contract/webhook-deliveries.ts';
import { formatCount } from '#src/format/number.ts';
import { ExportDialog } from '#src/list-export/export-dialog.tsx';
import { fieldsFile, pagesOf, useFileName } from '#src/list-export/list-file.ts';
import { messages } from './messages.ts';
import { logQuery } from './queries.ts';
import { isFiltered, type LogSearch } from './search.ts';

const texts = messages.exporting;

const FIELDS = [
  'id',
  'message_id',
  'subscription_id',
  'event_type',
  'state',
  'attempt_count',
  'last_http_status',
  'last_error_code',
  'next_attempt_utc',
  'replay_of',
  'request_id',
  'created_utc',
  'finished_utc',
] as const satisfies readonly (keyof DeliveryRecord)[];

interface LogExportProps {
  readonly search: LogSearch;
  readonly total: number | undefined;
  readonly onClose: () => void;
}

/** The list of the address as a file. */
export function LogExport({ search, total, onClose }: LogExportProps) {
  const nameOf = useFileName();
  return (
    <ExportDialog<DeliveryRecord>
      total={total}
      nothing={texts.nothing}
      fileOf={() => ({
        fileName: nameOf(isFiltered(search) ? `${texts.file} ${texts.filtered}` : texts.file),
        readPage: pagesOf(listWebhookDeliveries, logQuery(search)),
        fileOf: (rows) => fieldsFile(FIELDS, rows),
      })}
      onClose={onClose}
    >
      <div className="flex flex-col gap-2">
        <p>{texts.text}</p>
        <p role="status" className="text-12 text-ink-2 tabular-nums">
          {total === undefined ? texts.counting : messages.deliveries(total, formatCount(total))}
        </p>
      </div>
    </ExportDialog>
  );
}
