import { useDisplayZone } from '#src/browser/zone.ts';
import { setPanelVisibility, usePanelVisibility } from '#src/bulk-edit/engine/panel-visibility.ts';
import { describeRest } from '#src/bulk-edit/engine/describe-outcome.ts';
import { useJob } from '#src/bulk-edit/engine/job-store.ts';
import { Button } from '#src/ui/button.tsx';
import { Spinner } from '#src/ui/spinner.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { jobHeadline } from './describe-job.ts';
import { messages } from './messages.ts';

/** The bulk change in one line, while its panel has made room for a ticket. */
export function BulkJobStrip() {
  const job = useJob();
  const zone = useDisplayZone();
  if (usePanelVisibility() !== 'hidden' || job === null) return null;
  const isRunning = job.phase === 'running' || job.phase === 'preparing' || job.phase === 'pausing';
  const rest = describeRest(job);
  return (
    <section
      aria-label={messages.title}
      className="flex min-h-10 flex-none items-center gap-2 border-t border-line bg-raised px-3 py-1 text-12"
    >
      {isRunning ? <Spinner /> : <Icon name={job.phase === 'done' ? 'check' : 'clock'} size={14} />}
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="truncate text-ink">{jobHeadline(job, zone)}</span>
        {rest === '' ? null : <span className="text-ink-2">{rest}</span>}
      </span>
      <Button size="sm" onClick={() => setPanelVisibility('shown')}>
        {messages.show}
      </Button>
    </section>
  );
}
