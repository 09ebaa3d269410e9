import { ApiFailure } from '#src/api/api-failure.ts';
import { queryClient } from '#src/api/query-client.ts';
import { hasExtension, whoamiOptions } from '#src/api/whoami.ts';
import { toast } from '#src/ui/toast-store.ts';
import type { TicketPatch } from './change-store.ts';
import { whyFailed } from './describe-change.ts';
import { isJobBusy } from './job-current.ts';
import { beginJob, closeJob } from './job-engine.ts';
import { withJobLock } from './job-lock.ts';
import { messages } from './job-messages.ts';
import { setJobPlace } from './job-place.ts';
import { prepareBlocks, prepareSingles, type JobSelection } from './job-prepare.ts';
import type { JobRow } from './job-receipt.ts';
import { setJobView, type JobView } from './job-store.ts';

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
  closeJob();
  const id = crypto.randomUUID();
  setJobView(preparing(id, patch, { total, hasBulk }));
  setJobPlace('shown');
  let rows: JobRow[];
  try {
    const options = { patch, halt: new AbortController().signal, onWait: () => undefined };
    rows = await (hasBulk ? prepareBlocks(selection, options) : prepareSingles(selection, options));
  } catch (error) {
    closeJob();
    const requestId = error instanceof ApiFailure ? error.requestId : null;
    toast({ kind: 'error', text: `${messages.refused}: ${whyFailed(error)}`, requestId });
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

/** The lists as ones that can be kept. */
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
