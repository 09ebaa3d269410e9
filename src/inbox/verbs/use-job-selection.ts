import { useEffect, useRef, useState, type RefObject } from 'react';
import { useWhoami } from '#src/api/whoami.ts';
import { useJob, type JobView } from '#src/bulk-edit/engine/job-store.ts';
import { hasDatabase } from '#src/browser/database.ts';
import { RECEIPTS } from '#src/bulk-edit/engine/receipts-name.ts';
import type { Selection } from '#src/inbox/rows/use-selection.ts';

/** While one is, nothing else is done with the selection. */
export function isUnderWay(job: JobView | null): boolean {
  return job !== null && ['preparing', 'running', 'pausing'].includes(job.phase);
}

/**
 * Keeps the tickets selected whose change failed and those that were left out, when a job has ended, and finds a job
 * that a reload cut off.
 */
export function useJobSelection(selection: Selection, leftOut: RefObject<readonly string[]>): void {
  const job = useJob();
  const siteId = useWhoami().site_id.toString();
  const phase = job?.phase;
  const latest = useRef({ selection, job });
  useEffect(() => {
    latest.current = { selection, job };
  });

  const before = useRef(phase);
  useEffect(() => {
    const had = before.current;
    before.current = phase;
    const now = latest.current;
    if (had === undefined || had === 'paused' || (phase !== 'done' && phase !== 'stopped')) return;
    if (now.job?.mode !== 'apply') return;
    const failed = now.job.failedRows.filter(({ state }) => state === 'failed');
    now.selection.keep([...failed.map(({ id }) => id.toString()), ...leftOut.current]);
  }, [phase, leftOut]);

  // A browser in which no job was ever begun does without their code.
  const hasJob = job !== null;
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    if (hasJob) setWanted(true);
    else void hasDatabase(RECEIPTS).then((isThere) => isThere && setWanted(true));
  }, [hasJob]);
  useEffect(() => {
    if (!isWanted) return undefined;
    let stop: (() => void) | null = null;
    let isOver = false;
    import('#src/bulk-edit/engine/job-restore.ts').then(
      ({ restoreJob, offerJobs }) => {
        if (isOver) return;
        void restoreJob(siteId);
        stop = offerJobs(siteId);
      },
      // Without a connection the palette does without the last jobs.
      () => undefined,
    );
    return () => {
      isOver = true;
      stop?.();
    };
  }, [siteId, isWanted]);
}
