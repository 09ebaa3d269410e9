import { formatCount } from '#src/format/number.ts';
import { pauseJob, resumeJob, stopJob, undoJob } from '#src/bulk-edit/engine/job-controls.ts';
import type { JobView } from '#src/bulk-edit/engine/job-store.ts';
import { Button } from '#src/ui/button.tsx';
import { messages } from './messages.ts';

/** What can be done with the job as it stands. The places stay the same from one state to the next. */
export function BulkJobButtons({ job }: { readonly job: JobView }) {
  const { phase, mode, undoable, waiting } = job;
  const isLive = phase === 'running' || phase === 'pausing';
  const canResume = phase === 'paused' || (phase === 'stopped' && (mode === 'undo' ? undoable : waiting) > 0);
  const canUndo = undoable > 0 && !(mode === 'undo' && (isLive || phase === 'paused'));
  return (
    <div className="mt-2.5 flex flex-wrap items-center gap-2">
      {isLive ? (
        <Button busy={phase === 'pausing'} onClick={pauseJob}>
          {phase === 'pausing' ? messages.pausing : messages.pause}
        </Button>
      ) : null}
      {canResume ? (
        <Button variant="primary" onClick={() => void resumeJob()}>
          {messages.resume}
        </Button>
      ) : null}
      {phase === 'running' || phase === 'paused' ? (
        <Button variant="danger" onClick={() => void stopJob()}>
          {messages.stop}
        </Button>
      ) : null}
      <span className="flex-1" />
      {canUndo ? (
        <Button variant="ghost" onClick={() => void undoJob()}>
          {messages.undo(formatCount(undoable))}
        </Button>
      ) : null}
    </div>
  );
}
