import { csvFile } from '#src/format/csv.ts';
import type { BulkJob } from './bulk-store.ts';
import { messages } from './bulk-messages.ts';

/** One line for each address: what became of it, and its link. */
export function bulkCsv({ items, outcomes }: Pick<BulkJob, 'items' | 'outcomes'>): string {
  const rows = items.map(({ email }, at) => {
    const outcome = outcomes[at];
    return [
      email,
      outcome?.kind ?? '',
      outcome?.url ?? '',
      outcome?.id ?? '',
      outcome?.expiresUtc ?? '',
      outcome?.reason ?? '',
    ];
  });
  return csvFile(Object.values(messages.columns), rows);
}
