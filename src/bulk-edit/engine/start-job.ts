import { queryClient } from '#src/api/query-client.ts';
import { showFailure } from '#src/api/write.ts';
import { hasExtension, whoamiOptions } from '#src/api/whoami.ts';
import { randomId } from '#src/browser/random-id.ts';
import { holdUndo } from '#src/undo/undo.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import type { TicketPatch } from '#src/ticket-edit/update/change-store.ts';
import { isJobBusy } from './current-job.ts';
import { beginJob, closeJob, openPreparing } from './job-controls.ts';
import { withJobLock } from './job-lock.ts';
import { messages } from './messages.ts';
import { prepareBlocks, prepareSingles } from './job-prepare.ts';
import type { JobSelection } from './job-tickets.ts';
import type { JobRow } from './receipt.ts';
import type { JobView } from './job-store.ts';
import { MAX_WITHOUT_QUESTION } from './large-set.ts';

interface NewJob {
  readonly selection: JobSelection;
  readonly patch: TicketPatch;
  /** The set as a person has seen and confirmed it. */
  readonly confirmed: JobRow[] | undefined;
  /** The set is larger than what may be changed without a question: nothing was begun. */
  readonly onLarge: () => void;
}

let isPreparing = false;

/** Changes many tickets in the background: fixes the set first, then goes through it, one job at a time. */
export async function startJob(job: NewJob): Promise<void> {
  if (isPreparing || isJobBusy()) return void toast({ kind: 'info', text: messages.running });
  isPreparing = true;
  const release = holdUndo();
  try {
    const isMine = await withJobLock(() => prepareAndBegin(job, release));
    if (!isMine) toast({ kind: 'info', text: messages.elsewhere });
  } finally {
    isPreparing = false;
    release();
  }
}

async function prepareAndBegin({ selection, patch, confirmed, onLarge }: NewJob, onBegin: () => void): Promise<void> {
  const whoami = await queryClient.ensureQueryData(whoamiOptions());
  const hasBulk = hasExtension(whoami, 'tickets_bulk');
  const total = confirmed?.length ?? ('ids' in selection ? selection.ids.length : selection.total);
  const id = randomId();
  let rows = confirmed;
  if (rows === undefined) {
    openPreparing(preparing(id, patch, { total, hasBulk }));
    try {
      const options = { patch, halt: new AbortController().signal, onWait: () => undefined };
      const prepare = hasBulk ? prepareBlocks : prepareSingles;
      rows = (await prepare(selection, { ...options, isHeld: false })).rows;
    } catch (error) {
      closeJob();
      showFailure(error, (why) => `${messages.refused}: ${why}`);
      return;
    }
    if (rows.length > MAX_WITHOUT_QUESTION) {
      closeJob();
      return onLarge();
    }
  }
  isPreparing = false;
  if (rows.length === 0) {
    closeJob();
    toast({ kind: 'info', text: messages.nothing });
    return;
  }
  const isOver = beginJob({
    id,
    siteId: whoami.site_id.toString(),
    startedAtMs: Date.now(),
    patch: { ...withLists(patch) },
    mode: 'apply',
    phase: 'running',
    hasBulk,
    rows,
    tokens: [],
  });
  onBegin();
  await isOver;
}

/** The lists as ones that can be stored. */
function withLists({ addTags, removeTags, ...rest }: TicketPatch) {
  return {
    ...rest,
    ...(addTags === undefined ? {} : { addTags: [...addTags] }),
    ...(removeTags === undefined ? {} : { removeTags: [...removeTags] }),
  };
}

function preparing(id: string, patch: TicketPatch, { total, hasBulk }: { total: number; hasBulk: boolean }): JobView {
  return {
    id,
    patch,
    startedAtMs: Date.now(),
    mode: 'apply',
    phase: 'preparing',
    pauseReason: null,
    error: null,
    hasBulk,
    total,
    saved: 0,
    unchanged: 0,
    failed: 0,
    waiting: total,
    undone: 0,
    skipped: 0,
    undoable: 0,
    failedRows: [],
    perSecond: null,
    isWaiting: false,
    before: null,
  };
}
