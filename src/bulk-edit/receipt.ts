import * as z from 'zod/mini';
import { choice } from '#contract/scalars.ts';
import { BrowserDatabase } from '#src/browser/database.ts';
import { sessionState, subscribeToSession } from '#src/session/session-store.ts';
import { ticketFields, ticketPatch } from '#src/ticket-edit/update/apply-patch.ts';

/** `unsure`: it was sent and no answer came, so it is looked at before it is sent again. */
const ROW_STATES = ['waiting', 'sending', 'unsure', 'saved', 'unchanged', 'failed', 'undone', 'skipped'] as const;

const row = z.object({
  id: z.bigint(),
  number: z.nullable(z.number()),
  subject: z.nullable(z.string()),
  /** The version that the change is based on, then the one it left; null where the service has none. */
  version: z.nullable(z.number()),
  state: choice(ROW_STATES),
  code: z.nullable(z.string()),
  message: z.nullable(z.string()),
  requestId: z.nullable(z.string()),
  /** The values that the change replaces, where this browser knows them. */
  before: z.nullable(ticketFields),
  /** Which undo token puts it back, by its index in `tokens`. */
  token: z.nullable(z.number()),
});
export type JobRow = z.output<typeof row>;

/** A bulk change as it is stored: enough to go on and to undo, and no word of a ticket but its subject. */
export const receipt = z.object({
  id: z.string(),
  siteId: z.string(),
  startedAtMs: z.number(),
  patch: ticketPatch,
  mode: choice(['apply', 'undo']),
  /** `running` in the browser's store means that the page went away in the middle. */
  phase: choice(['running', 'paused', 'stopped', 'done']),
  /** By blocks with versions and undo tokens, or by one call a ticket. */
  hasBulk: z.boolean(),
  rows: z.array(row),
  tokens: z.array(z.object({ token: z.string(), isUsed: z.boolean(), isTried: z.boolean() })),
});
export type Receipt = z.output<typeof receipt>;

/** Not done yet, or not known to be. */
export function isLeft({ state }: JobRow): boolean {
  return state === 'waiting' || state === 'sending' || state === 'unsure';
}

/** Whether Undo can put this ticket back: by a token of the service, or by the values that this browser stored. */
export function isUndoable({ state, token, before: values }: JobRow): boolean {
  return state === 'saved' && (token !== null || values !== null);
}

/** Notes the state of a ticket; an earlier reason is out of date. */
export function settleRow(
  row: JobRow,
  state: JobRow['state'],
  known: Partial<Pick<JobRow, 'version' | 'code' | 'message' | 'requestId'>> = {},
): void {
  Object.assign(row, { state, code: null, message: null, requestId: null, ...known });
}

/** As long as the service keeps what undoes them. */
const KEEP_MS = 24 * 3_600_000;

/** Where the browser keeps nothing, receipts live as long as the tab. */
const memory = new Map<string, Receipt>();
subscribeToSession(() => {
  if (sessionState().phase === 'out') memory.clear();
});

const database = new BrowserDatabase({ name: 'jobs', store: 'receipts', patienceMs: 1_000 });

/** Resolves once it is on the disk, so that a page that goes away after it leaves the truth behind. */
export async function writeReceipt(value: Receipt): Promise<void> {
  // After a sign-out nothing is stored, whatever still has something to save.
  if (sessionState().phase === 'out') return;
  try {
    await database.run('readwrite', (store) => store.put(value, value.id));
    memory.delete(value.id);
  } catch {
    memory.set(value.id, value);
  }
}

/** The receipts of a site, newest first. Old ones, and what another version wrote, are removed. */
export async function readReceipts(siteId: string): Promise<Receipt[]> {
  const kept: Receipt[] = [...memory.values()];
  try {
    const values: unknown[] = await database.run('readonly', (store) => store.getAll());
    const keys = await database.run('readonly', (store) => store.getAllKeys());
    // By the values: a receipt that is written meanwhile has a key and no value here yet.
    for (const [index, value] of values.entries()) {
      const { data } = receipt.safeParse(value);
      const key = keys[index];
      if (data !== undefined && data.startedAtMs > Date.now() - KEEP_MS) kept.push(data);
      else if (key !== undefined) await database.run('readwrite', (store) => store.delete(key));
    }
  } catch {
    // Only memory has some then.
  }
  return kept.filter((item) => item.siteId === siteId).toSorted((a, b) => b.startedAtMs - a.startedAtMs);
}
