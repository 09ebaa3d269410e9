import { useWhoami } from '#src/api/whoami.ts';
import { formatCount } from '#src/format/number.ts';
import { Button } from '#src/ui/button.tsx';
import { useBulkJob } from './bulk-job.ts';
import { messages } from './messages.ts';

const { bulk: texts } = messages;

/** Says on the page that links are being issued, or wait to be saved. */
export function BulkStrip({ onOpen }: { readonly onOpen: () => void }) {
  const job = useBulkJob(String(useWhoami().site_id));
  if (job === null || job.isSaved) return null;
  const all = job.items.length;
  const done = job.outcomes.filter((outcome) => outcome !== undefined).length;
  const counts = [formatCount(done), formatCount(all)] as const;
  return (
    <div className="flex min-h-8 flex-none items-center gap-2 border-b border-line bg-selected px-4 text-12">
      <span role="status" className="tabular-nums">
        {job.phase === 'done'
          ? texts.stripDone(all, formatCount(all))
          : job.phase === 'running'
            ? texts.strip(...counts)
            : texts.stripPaused(...counts)}
      </span>
      <Button size="sm" onClick={onOpen}>
        {texts.open}
      </Button>
    </div>
  );
}
