import { listPortalTokens, type PortalTokenRecord } from '#contract/portal.ts';
import { formatCount } from '#src/format/number.ts';
import { ExportDialog } from '#src/list-export/export-dialog.tsx';
import { fieldsFile, pagesOf, useFileName } from '#src/list-export/list-file.ts';
import { messages } from './messages.ts';
import { listQuery } from './queries.ts';
import type { PortalSearch } from './search.ts';

const texts = messages.exporting;

/** Columns of the table, with ids; never a link or a secret. */
const FIELDS = [
  'id',
  'requester_email',
  'state',
  'expires_utc',
  'revoked_utc',
  'use_count',
  'last_used_utc',
  'created_utc',
  'issued_by',
  'customer_identity_id',
  'customer_blocked',
  'customer_merged',
] as const satisfies readonly (keyof PortalTokenRecord)[];

interface LinksExportProps {
  readonly search: PortalSearch;
  readonly total: number | undefined;
  readonly onClose: () => void;
}

/** Saves the filtered list as a file. */
export function LinksExport({ search, total, onClose }: LinksExportProps) {
  const nameOf = useFileName();
  const { order: _order, dir: _dir, ...filters } = search;
  const isNarrowed = Object.values(filters).some((value) => value !== undefined);
  return (
    <ExportDialog<PortalTokenRecord>
      total={total}
      nothing={texts.nothing}
      fileOf={() => ({
        fileName: nameOf(isNarrowed ? `${texts.file} ${texts.filtered}` : texts.file),
        readPage: pagesOf(listPortalTokens, listQuery(search, Date.now())),
        fileOf: (rows) => fieldsFile(FIELDS, rows),
      })}
      lead={texts.text}
      found={total === undefined ? texts.counting : messages.links(total, formatCount(total))}
      onClose={onClose}
    />
  );
}
