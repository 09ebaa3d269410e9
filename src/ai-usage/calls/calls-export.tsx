import { listAiCalls, type AiCallEntry } from '#contract/ai-reports.ts';
import { useWhoami } from '#src/api/whoami.ts';
import { ExportButton } from '#src/list-export/export-button.tsx';
import { fieldsFile, pagesOf } from '#src/list-export/list-file.ts';
import type { DayWindow } from '#src/panels/day-window.ts';
import type { callsQuery } from './calls-filters.ts';
import { messages } from './messages.ts';

/** A file has no more rows than this. */
const MAX_ROWS = 10_000;

export const CALL_FIELDS = [
  'id',
  'created_utc',
  'feature',
  'model',
  'status',
  'input_tokens',
  'output_tokens',
  'cost_usd',
  'priced',
  'latency_ms',
  'cache_hit',
  'session_id',
  'ticket_id',
  'customer_identity_id',
  'token_id',
  'token_label',
  'over_cap',
  'error_code',
  'refused_by',
] as const satisfies readonly (keyof AiCallEntry)[];

interface CallsExportProps {
  readonly query: ReturnType<typeof callsQuery>;
  readonly window: DayWindow;
  /** The rows of the list; undefined until they are counted. */
  readonly total: number | undefined;
}

/** Saves the whole list as a file: the fields of the API by their names, costs with every digit. */
export function CallsExport({ query, window, total }: CallsExportProps) {
  const { site_id: siteId } = useWhoami();
  return (
    <ExportButton<AiCallEntry>
      label={messages.csv.save}
      total={total}
      nothing={messages.csv.nothing}
      fileOf={() => ({
        fileName: `ai-calls-${siteId}-${window.from}-${window.to}.csv`,
        readPage: pagesOf(listAiCalls, query),
        fileOf: (calls) => fieldsFile(CALL_FIELDS, calls),
        maxRows: MAX_ROWS,
      })}
    />
  );
}
