import { displayZone } from '#src/browser/zone.ts';
import { formatNear } from '#src/format/time.ts';
import { describePatch } from '#src/ticket-edit/update/describe-change.ts';
import { registerCommand } from '#src/ui/keys/commands.ts';
import { openJob } from './job-controls.ts';
import { isBusy, jobStore, panelVisibility } from './job-store.ts';
import { messages } from './messages.ts';
import { isLeft, readReceipts, type Receipt } from './receipt.ts';
import { isJobElsewhere } from './run-job.ts';

/** So many receipts stand in the palette. */
const MAX_RECENT = 5;

/** After a reload in the middle of a job it stands paused; done jobs are found in the palette. */
export async function restoreJob(siteId: string): Promise<void> {
  if (jobStore.get() !== null) return;
  const [newest] = await readReceipts(siteId);
  if (newest === undefined || jobStore.get() !== null || !isCutOff(newest) || (await isJobElsewhere())) return;
  openJob(newest);
}

function isCutOff({ phase, rows, mode }: Receipt): boolean {
  return phase === 'running' || (phase === 'paused' && (mode === 'undo' || rows.some(isLeft)));
}

/** Puts the last jobs into the palette until the returned function is called. */
export function offerJobs(siteId: string): () => void {
  let offered: readonly (() => void)[] = [];
  let isOver = false;
  const withdraw = (): void => {
    for (const unregister of offered) unregister();
  };
  const offer = async (): Promise<void> => {
    const receipts = await readReceipts(siteId);
    if (isOver) return;
    withdraw();
    offered = receipts.slice(0, MAX_RECENT).map((receipt) => registerCommand(commandOf(receipt)));
  };
  void offer();
  let phase = jobStore.get()?.phase;
  const subscription = jobStore.subscribe((job) => {
    if (job?.phase !== phase) void offer();
    phase = job?.phase;
  });
  return () => {
    isOver = true;
    subscription.unsubscribe();
    withdraw();
  };
}

function commandOf(receipt: Receipt) {
  const zone = displayZone();
  return {
    id: `job-${receipt.id}`,
    group: 'tickets' as const,
    label: messages.recent(describePatch(receipt.patch, zone)),
    note: formatNear(new Date(receipt.startedAtMs).toISOString(), zone, Date.now()),
    keywords: messages.recentWords,
    icon: 'recent' as const,
    run: () => {
      // The job at hand is shown again; another receipt replaces it unless it runs.
      const job = jobStore.get();
      if (job?.id !== receipt.id && !isBusy(job?.phase)) openJob(receipt);
      panelVisibility.set('shown');
    },
  };
}
