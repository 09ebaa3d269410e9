import { useEffect, useState } from 'react';
import { useWhoami } from '#src/api/whoami.ts';
import { exportFileName, saveFile } from '#src/browser/save-file.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { csvFile } from '#contract/csv.ts';
import { formatCount } from '#src/format/number.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { messages } from './bulk-messages.ts';
import { forgetBulkAddresses, forgetBulkJob, setBulkJob, type BulkJob } from './bulk-store.ts';
import { pauseBulk, runBulk } from './run-bulk.ts';

/** One line for each address: what became of it, and its link. */
function bulkCsv({ items, outcomes }: Pick<BulkJob, 'items' | 'outcomes'>): string {
  const rows = items.map(({ email }, at) => {
    const outcome = outcomes[at];
    return [
      email,
      outcome?.kind ?? '',
      outcome?.url ?? '',
      outcome?.id ?? '',
      outcome?.expiresUtc ?? '',
      outcome?.reason ?? '',
    ];
  });
  return csvFile(Object.values(messages.columns), rows);
}

interface BulkProgressProps {
  readonly job: BulkJob;
  readonly onClose: () => void;
}

const KINDS = ['minted', 'reused', 'failed'] as const;
const SHOWN_FAILURES = 5;

/** How far the job is, what became of each address, and the file at its end. */
export function BulkProgress({ job, onClose }: BulkProgressProps) {
  const zone = useDisplayZone();
  const site = useWhoami().site_name ?? '';
  const [isAsking, setAsking] = useState(false);
  const { items, outcomes, phase, stopped, isSaved } = job;
  const done = outcomes.filter((outcome) => outcome !== undefined).length;
  const hasLinks = outcomes.some((outcome) => outcome?.url != null);
  // Links that nobody has saved are gone with the page.
  useEffect(() => {
    if (!hasLinks) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [hasLinks]);

  function save(): void {
    saveFile(bulkCsv(job), exportFileName(site, messages.view, Date.now(), zone));
    forgetBulkAddresses();
    setBulkJob((saved) => ({
      ...saved,
      isSaved: true,
      outcomes: saved.outcomes.map((outcome) => outcome && { ...outcome, url: null }),
    }));
  }

  function stop(): void {
    pauseBulk();
    forgetBulkJob();
    onClose();
  }

  const close = () => {
    if (isSaved) forgetBulkJob();
    onClose();
  };
  const text =
    phase === 'running'
      ? messages.running
      : phase === 'restored'
        ? messages.restored(items.length, formatCount(items.length))
        : phase === 'paused'
          ? stopped === null
            ? messages.paused
            : messages.pausedBy(stopped)
          : isSaved
            ? messages.saved
            : messages.warning;
  return (
    <Dialog
      title={phase === 'done' ? messages.doneTitle : messages.title}
      onClose={close}
      className="md:w-[560px]"
      footer={
        isAsking ? (
          <>
            <p className="min-w-40 flex-1 text-12 text-danger-text">{messages.stopAsk}</p>
            <Button onClick={() => setAsking(false)}>{messages.cancel}</Button>
            <Button variant="danger" onClick={stop}>
              {messages.stop}
            </Button>
          </>
        ) : (
          <>
            {isSaved ? null : (
              <Button variant="danger" className="me-auto" onClick={() => setAsking(true)}>
                {messages.stop}
              </Button>
            )}
            <Button onClick={close}>{messages.close}</Button>
            {phase === 'running' ? <Button onClick={pauseBulk}>{messages.pause}</Button> : null}
            {phase === 'paused' || phase === 'restored' ? (
              <Button variant="primary" onClick={() => void runBulk()}>
                {messages.resume}
              </Button>
            ) : null}
            {phase === 'done' && !isSaved ? (
              <Button variant="primary" icon="download" onClick={save}>
                {messages.save}
              </Button>
            ) : null}
          </>
        )
      }
    >
      <p role="status" className="text-ink-2 text-pretty">
        {text}
      </p>
      <div className="mt-3 flex items-center gap-3">
        <progress
          value={done}
          max={items.length}
          aria-label={messages.title}
          className="h-2 min-w-0 flex-1 accent-accent"
        />
        <span className="text-12 text-ink-3 tabular-nums">
          {messages.progress(formatCount(done), formatCount(items.length))}
        </span>
      </div>
      <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-2">
        {KINDS.map((kind) => (
          <div key={kind}>
            <dt className="text-12 text-ink-3">{messages.counts[kind]}</dt>
            <dd className="text-16 font-semibold tabular-nums">
              {formatCount(outcomes.filter((outcome) => outcome?.kind === kind).length)}
            </dd>
          </div>
        ))}
      </dl>
      <ul className="mt-2 text-12 text-danger-text">
        {items
          .flatMap(({ email }, at) => (outcomes[at]?.kind === 'failed' ? [{ email, reason: outcomes[at].reason }] : []))
          .slice(0, SHOWN_FAILURES)
          .map(({ email, reason }) => (
            <li key={email} className="[overflow-wrap:anywhere]">
              {email}: {reason}
            </li>
          ))}
      </ul>
    </Dialog>
  );
}
