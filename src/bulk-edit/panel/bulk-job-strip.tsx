import { useDisplayZone } from '#src/api/display-zone.ts';
import { setJobPlace, useJobPlace } from '#src/ticket-changes/job-place.ts';
import { useJob } from '#src/ticket-changes/job-store.ts';
import { Button } from '#src/ui/button.tsx';
import { Spinner } from '#src/ui/spinner.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { leadOf } from './bulk-job-words.ts';
import { messages } from './bulk-messages.ts';

/** The bulk change in one line, while its panel has made room for a ticket. */
export function BulkJobStrip() {
  const job = useJob();
  const zone = useDisplayZone();
  if (useJobPlace() !== 'hidden' || job === null) return null;
  const isRunning = job.phase === 'running' || job.phase === 'preparing' || job.phase === 'pausing';
  return (
    <section
      aria-label={messages.title}
      className="flex min-h-10 flex-none items-center gap-2 border-t border-line bg-raised px-3 py-1 text-12"
    >
      {isRunning ? <Spinner /> : <Icon name={job.phase === 'done' ? 'check' : 'clock'} size={14} />}
      <span className="min-w-0 flex-1 truncate text-ink">{leadOf(job, zone)}</span>
      <Button size="sm" onClick={() => setJobPlace('shown')}>
        {messages.show}
      </Button>
    </section>
  );
}
