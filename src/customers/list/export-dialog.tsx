import { IDENTITY_COLUMNS, listCustomerIdentities, type ListedCustomer } from '#contract/customers.ts';
import { call, callText } from '#src/api/call.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { exportFileName } from '#src/browser/save-file.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { csvFile } from '#src/format/csv.ts';
import { formatCount } from '#src/format/number.ts';
import { ExportFrame } from '#src/list-export/export-frame.tsx';
import { FILE_TIMEOUT_MS, useExport } from '#src/list-export/use-export.ts';
import type { ListQuery } from './list-query.ts';
import { messages } from './messages.ts';
import type { CustomerList } from './use-customer-list.ts';

interface ExportDialogProps {
  readonly query: ListQuery;
  readonly list: CustomerList;
  /** The list is the one customer of an email or phone. */
  readonly isLookup: boolean;
  readonly onClose: () => void;
}

/** Exactly this list as a file. */
export function ExportDialog({ query, list, isLookup, onClose }: ExportDialogProps) {
  const whoami = useWhoami();
  const zone = useDisplayZone();
  const exporting = useExport<ListedCustomer>();
  const total = list.total ?? undefined;
  const texts = messages.exporting;
  const isNarrowed = isLookup || Object.keys(query).some((name) => name !== 'order_by');

  function begin(): void {
    const found = isLookup ? list.rows.at(0) : undefined;
    exporting.start({
      readPage: (skip, limit, signal) =>
        found === undefined
          ? call(listCustomerIdentities, { query: { ...query, limit, skip }, priority: 'background', signal })
          : Promise.resolve({ items: [found], total_count: 1 }),
      fileOf: (rows) =>
        csvFile(
          IDENTITY_COLUMNS,
          rows.map((row) => IDENTITY_COLUMNS.map((column) => row[column])),
        ),
      readFile:
        !isLookup && hasExtension(whoami, 'csv_all')
          ? (signal) =>
              callText(listCustomerIdentities, {
                query: { ...query, format: 'csv', all: true },
                priority: 'background',
                timeoutMs: FILE_TIMEOUT_MS,
                signal,
              })
          : undefined,
      fileName: exportFileName(
        whoami.site_name || String(whoami.site_id),
        isNarrowed ? `${texts.file} ${texts.filtered}` : texts.file,
        Date.now(),
        zone,
      ),
    });
  }

  return (
    <ExportFrame
      title={texts.title}
      exporting={exporting}
      total={total}
      nothing={texts.nothing}
      onBegin={begin}
      onClose={onClose}
    >
      <div className="flex flex-col gap-2">
        <p>{texts.text}</p>
        <p className="text-12 text-ink-3">{texts.safe}</p>
        <p role="status" className="text-12 text-ink-2 tabular-nums">
          {total === undefined ? texts.counting : messages.filter.found(total, formatCount(total))}
        </p>
      </div>
    </ExportFrame>
  );
}
