import { useEffect, useRef } from 'react';
import { useWhoami } from '#src/api/whoami.ts';
import { useJob } from '#src/ticket-changes/job-store.ts';
import type { Selection } from './use-selection.ts';

/**
 * Keeps the tickets selected whose change failed, when a job has ended, and finds a job that a reload cut off. Answers
 * whether one is under way: nothing else is done with the selection then.
 */
export function useJobSelection(selection: Selection): boolean {
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
    now.selection.keep(failed.map(({ id }) => id.toString()));
  }, [phase]);

  useEffect(() => {
    let stop: (() => void) | null = null;
    let isGone = false;
    void import('#src/ticket-changes/job-restore.ts').then(
      ({ restoreJob, offerJobs }) => {
        if (isGone) return;
        void restoreJob(siteId);
        stop = offerJobs(siteId);
      },
      // A missing chunk is told by `vite:preloadError`.
      () => undefined,
    );
    return () => {
      isGone = true;
      stop?.();
    };
  }, [siteId]);

  return phase === 'preparing' || phase === 'running' || phase === 'pausing';
}
