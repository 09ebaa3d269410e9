import { queryClient } from '#src/api/query-client.ts';
import { showFailure } from '#src/api/write.ts';
import { hasExtension, whoamiOptions } from '#src/api/whoami.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import type { TicketPatch } from '#src/ticket-edit/update/change-store.ts';
import { isJobBusy } from './current-job.ts';
import { beginJob, closeJob, openPreparing } from './job-controls.ts';
import { withJobLock } from './job-lock.ts';
import { messages } from './messages.ts';
import { prepareBlocks, prepareSingles, type JobSelection } from './job-prepare.ts';
import type { JobRow } from './receipt.ts';
import type { JobView } from './job-store.ts';

interface NewJob {
  readonly selection: JobSelection;
  readonly patch: TicketPatch;
}

let isPreparing = false;

/** Changes many tickets in the background: fixes the set first, then goes through it, one job at a time. */
export async function startJob({ selection, patch }: NewJob): Promise<void> {
  if (isPreparing || isJobBusy()) return void toast({ kind: 'info', text: messages.running });
  isPreparing = true;
  try {
    const isMine = await withJobLock(() => prepareAndBegin(selection, patch));
    if (!isMine) toast({ kind: 'info', text: messages.elsewhere });
  } finally {
    isPreparing = false;
  }
}

async function prepareAndBegin(selection: JobSelection, patch: TicketPatch): Promise<void> {
  const whoami = await queryClient.ensureQueryData(whoamiOptions());
  const hasBulk = hasExtension(whoami, 'tickets_bulk');
  const total = 'ids' in selection ? selection.ids.length : selection.total;
  const id = crypto.randomUUID();
  openPreparing(preparing(id, patch, { total, hasBulk }));
  let rows: JobRow[];
  try {
    const options = { patch, halt: new AbortController().signal, onWait: () => undefined };
    rows = await (hasBulk ? prepareBlocks(selection, options) : prepareSingles(selection, options));
  } catch (error) {
    closeJob();
    showFailure(error, (why) => `${messages.refused}: ${why}`);
    return;
  }
  isPreparing = false;
  if (rows.length === 0) {
    closeJob();
    toast({ kind: 'info', text: messages.nothing });
    return;
  }
  await beginJob({
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
