import { IDENTITY_COLUMNS, listCustomerIdentities, type ListedCustomer } from '#contract/customers.ts';
import { isWholeService, useWhoami } from '#src/api/whoami.ts';
import { formatCount } from '#src/format/number.ts';
import { ExportDialog } from '#src/list-export/export-dialog.tsx';
import { fieldsFile, pagesOf, useFileName, wholeFile } from '#src/list-export/list-file.ts';
import type { ListQuery, CustomerList } from './list-query.ts';
import { messages } from './messages.ts';

interface CustomersExportProps {
  readonly query: ListQuery;
  readonly list: CustomerList;
  /** The list is the one customer of an email or phone. */
  readonly isLookup: boolean;
  readonly onClose: () => void;
}

/** Exactly this list as a file. */
export function CustomersExport({ query, list, isLookup, onClose }: CustomersExportProps) {
  const isWritten = isWholeService(useWhoami()) && !isLookup;
  const nameOf = useFileName();
  const total = list.total ?? undefined;
  const texts = messages.exporting;
  const isNarrowed = isLookup || Object.keys(query).some((name) => name !== 'order_by');
  const found = isLookup ? list.rows.at(0) : undefined;
  return (
    <ExportDialog<ListedCustomer>
      title={texts.title}
      total={total}
      nothing={texts.nothing}
      fileOf={() => ({
        fileName: nameOf(isNarrowed ? `${texts.file} ${texts.filtered}` : texts.file),
        readPage:
          found === undefined
            ? pagesOf(listCustomerIdentities, query)
            : () => Promise.resolve({ items: [found], total_count: 1 }),
        fileOf: (rows) => fieldsFile(IDENTITY_COLUMNS, rows),
        readFile: isWritten ? wholeFile(listCustomerIdentities, query) : undefined,
      })}
      lead={texts.text}
      found={total === undefined ? texts.counting : messages.filter.found(total, formatCount(total))}
      onClose={onClose}
    />
  );
}
