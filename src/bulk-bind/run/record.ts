import * as z from 'zod/mini';
import { bindCounts } from '#contract/bind-jobs.ts';
import { BIND_COLUMNS } from '#contract/bind-row.ts';
import { CHANNELS } from '#contract/customers.ts';
import { choice } from '#contract/scalars.ts';
import { BrowserDatabase } from '#src/browser/database.ts';
import { type Change, DELIMITERS, ENCODINGS } from '#src/bulk-bind/file/file-types.ts';
import { sessionState } from '#src/session/session-store.ts';

const part = z.object({
  /** Its place in the plan of the file. */
  index: z.number(),
  rows: z.number(),
  lineOffset: z.number(),
  bytes: z.number(),
  /** `unsure`: it was sent and no answer came. Sending it again does nothing twice. */
  state: choice(['waiting', 'sending', 'unsure', 'done']),
  /** Null until it is done, and where another tab or an earlier try did it and only the history knows. */
  counts: z.nullable(bindCounts),
  doneAtMs: z.nullable(z.number()),
});
export type RunPart = z.output<typeof part>;

const importRecord = z.object({
  /** The batch of the service: every part is sent under it. */
  id: z.string(),
  siteId: z.string(),
  startedAtMs: z.number(),
  file: z.object({ name: z.string(), bytes: z.number(), sha256: z.string() }),
  /** How the file was read, and what was done to its rows, without a cell of them. */
  recipe: z.object({
    how: z.object({
      encoding: z.exactOptional(choice(ENCODINGS)),
      delimiter: z.exactOptional(choice(DELIMITERS)),
      hasHeader: z.exactOptional(z.boolean()),
      hasQuotedBreaks: z.exactOptional(z.boolean()),
    }),
    mapping: z.array(z.tuple([choice(BIND_COLUMNS), z.number()])),
    channel: z.nullable(choice(CHANNELS)),
    changes: z.array(z.custom<Change>((value) => typeof value === 'object' && value !== null && 'do' in value)),
    /** Cells that were changed by hand: what was typed is not stored. */
    editedCells: z.number(),
  }),
  /** The service keeps what became of each row, and undoes it. */
  hasRows: z.boolean(),
  phase: choice(['running', 'paused', 'stopped', 'done']),
  parts: z.array(part),
});
/** An import as it is stored: enough to go on with it, and no row of the file. */
export type ImportRecord = z.output<typeof importRecord>;

/** As long as the service keeps the rows of an import. */
const KEEP_MS = 30 * 86_400_000;

const database = new BrowserDatabase({ name: 'imports', store: 'runs', patienceMs: 1_000 });

/** Resolves once it is on the disk. Where the browser keeps nothing, a closed tab cannot be resumed. */
export async function writeRecord(record: ImportRecord): Promise<void> {
  // After a sign-out nothing is stored, whatever still has something to save.
  if (sessionState().phase === 'out') return;
  await database.run('readwrite', (store) => store.put(record, record.id)).catch(() => undefined);
}

export async function removeRecord(id: string): Promise<void> {
  await database.run('readwrite', (store) => store.delete(id)).catch(() => undefined);
}

/** The newest import of a site that was not finished; what is old or of another version is removed. */
export async function findUnfinished(siteId: string): Promise<ImportRecord | null> {
  const found: ImportRecord[] = [];
  try {
    const values: unknown[] = await database.run('readonly', (store) => store.getAll());
    const keys = await database.run('readonly', (store) => store.getAllKeys());
    for (const [index, value] of values.entries()) {
      const { data } = importRecord.safeParse(value);
      const key = keys[index];
      if (data !== undefined && data.startedAtMs > Date.now() - KEEP_MS) found.push(data);
      else if (key !== undefined) await database.run('readwrite', (store) => store.delete(key));
    }
  } catch {
    // The browser keeps nothing.
  }
  const isOpen = ({ siteId: site, phase }: ImportRecord) =>
    site === siteId && (phase === 'running' || phase === 'paused');
  return found.filter(isOpen).toSorted((a, b) => b.startedAtMs - a.startedAtMs)[0] ?? null;
}
