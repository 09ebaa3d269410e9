import { queryClient } from '#src/api/query-client.ts';
import { hasExtension, whoamiOptions } from '#src/api/whoami.ts';
import { showFailure } from '#src/api/write.ts';
import { randomId } from '#src/browser/random-id.ts';
import type { TicketPatch } from '#src/ticket-edit/update/change-store.ts';
import { whenSent } from '#src/ticket-edit/update/change-ticket.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import type { beginUndo } from '#src/undo/undo.ts';
import { Halted } from './job-calls.ts';
import { beginJob, closeJob, openJob } from './job-controls.ts';
import { MAX_WITHOUT_QUESTION } from './job-store.ts';
import { currentJob } from './job.ts';
import { messages } from './messages.ts';
import { prepareSet, type JobSelection } from './prepare-set.ts';
import type { JobRow, Receipt } from './receipt.ts';
import { withJobLock } from './run-job.ts';

interface NewJob {
  readonly selection: JobSelection;
  readonly patch: TicketPatch;
  /** The set as a person has seen and confirmed it. */
  readonly confirmed: JobRow[] | undefined;
  /** The set is larger than what may be changed without a question: nothing was begun. */
  readonly onLarge: () => void;
  /** Its place among what Ctrl Z takes back, which it has had since the key; see `beginUndo`. */
  readonly settleUndo: ReturnType<typeof beginUndo>;
}

let isStarting = false;

/**
 * Changes many tickets in the background: fixes the set first, then goes through it, one job at a time. Resolves when it
 * stands still; false: it was not begun.
 */
export async function startJob(job: NewJob): Promise<boolean> {
  if (isStarting || currentJob()?.isBusy === true) {
    sayRunning();
    return false;
  }
  isStarting = true;
  let hasBegun = false;
  try {
    const isHere = await withJobLock(async () => {
      hasBegun = await prepareAndBegin(job);
    });
    if (!isHere) toast({ kind: 'info', text: messages.elsewhere });
  } finally {
    isStarting = false;
  }
  return hasBegun;
}

export function sayRunning(): void {
  toast({ kind: 'info', text: messages.running });
}

async function prepareAndBegin({ selection, patch, confirmed, onLarge, settleUndo }: NewJob): Promise<boolean> {
  const whoami = await queryClient.ensureQueryData(whoamiOptions());
  const hasBulk = hasExtension(whoami, 'tickets_bulk');
  const receipt: Receipt = {
    id: randomId(),
    startedAtMs: Date.now(),
    patch,
    mode: 'apply',
    hasBulk,
    rows: confirmed ?? [],
    tokens: [],
  };
  const expected = confirmed?.length ?? ('ids' in selection ? selection.ids.length : selection.total);
  const job = openJob(receipt, expected);
  if ('ids' in selection) job.tell(selection.ids);
  if (confirmed === undefined) {
    try {
      // What was chosen before for one of them goes before.
      if ('ids' in selection) await whenSent(selection.ids);
      receipt.rows = await prepareSet(selection, { patch, hasBulk, halt: job.halt });
    } catch (error) {
      job.untell();
      closeJob();
      if (!(error instanceof Halted)) showFailure(error, (why) => `${messages.refused}: ${why}`);
      return false;
    }
    // Signed out meanwhile.
    if (!job.isCurrent) return false;
    const { length } = receipt.rows;
    if (length === 0 || length > MAX_WITHOUT_QUESTION) {
      job.untell();
      closeJob();
      if (length === 0) toast({ kind: 'info', text: messages.nothing });
      else onLarge();
      return false;
    }
  }
  job.tell(receipt.rows.map(({ id }) => id));
  await beginJob(job, settleUndo);
  return true;
}
