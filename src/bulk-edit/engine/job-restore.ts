import { displayZone } from '#src/api/display-zone.ts';
import { formatNear } from '#src/format/time.ts';
import { registerCommand } from '#src/ui/commands.ts';
import { describePatch } from './describe-change.ts';
import { isLeft } from './job.ts';
import { isJobBusy } from './job-current.ts';
import { openJob } from './job-engine.ts';
import { isJobElsewhere } from './job-lock.ts';
import { messages } from './job-messages.ts';
import { setJobPlace } from './job-place.ts';
import type { Receipt } from './job-receipt.ts';
import { readReceipts } from './job-receipts.ts';
import { jobView, subscribeToJob } from './job-store.ts';

/** So many receipts stand in the palette. */
const MOST = 5;

/** After a reload in the middle of a job it stands paused; done jobs are found in the palette. */
export async function restoreJob(siteId: string): Promise<void> {
  if (jobView() !== null) return;
  const [newest] = await readReceipts(siteId);
  if (newest === undefined || jobView() !== null || !isCutOff(newest) || (await isJobElsewhere())) return;
  openJob(newest);
}

function isCutOff({ phase, rows, mode }: Receipt): boolean {
  return phase === 'running' || (phase === 'paused' && (mode === 'undo' || rows.some(isLeft)));
}

/** Puts the last jobs into the palette until the returned function is called. */
export function offerJobs(siteId: string): () => void {
  let undo: readonly (() => void)[] = [];
  let isOver = false;
  const offer = async (): Promise<void> => {
    const receipts = await readReceipts(siteId);
    if (isOver) return;
    for (const unregister of undo) unregister();
    undo = receipts.slice(0, MOST).map((receipt) => registerCommand(commandOf(receipt)));
  };
  void offer();
  let phase = jobView()?.phase;
  const stop = subscribeToJob(() => {
    const next = jobView()?.phase;
    if (next !== phase) void offer();
    phase = next;
  });
  return () => {
    isOver = true;
    stop();
    for (const unregister of undo) unregister();
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
      // The job at hand is shown again; another receipt takes its place unless it runs.
      if (jobView()?.id === receipt.id || isJobBusy()) setJobPlace('shown');
      else openJob(receipt);
    },
  };
}
