import { useRef, useState, type PointerEvent } from 'react';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { isJobBusy } from '#src/bulk-edit/engine/current-job.ts';
import { closeJob, jobRows, retryRows } from '#src/bulk-edit/engine/job-controls.ts';
import { hidePanel } from '#src/bulk-edit/engine/panel-visibility.ts';
import { useJob, type JobView } from '#src/bulk-edit/engine/job-store.ts';
import { Button } from '#src/ui/button.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { BulkJobButtons } from './bulk-job-buttons.tsx';
import { downloadReceipt } from './bulk-job-csv.ts';
import { BulkJobFailed } from './bulk-job-failed.tsx';
import { BulkJobProgress } from './bulk-job-progress.tsx';
import { jobHeadline, jobNote } from './describe-job.ts';
import { messages as engineMessages } from '#src/bulk-edit/engine/messages.ts';
import { messages } from './messages.ts';

/** A drag of the sheet's handle by less is a press. */
const DRAG_PX = 32;

interface Props {
  /** `sheet` over the list on phones; `side` at the end of a table; `pane` instead of the open ticket. */
  readonly kind: 'sheet' | 'side' | 'pane';
  readonly onOpen: (id: string) => void;
  /** The panel has gone: the focus belongs to the list. */
  readonly onLeave: () => void;
}

const KINDS = {
  sheet: 'absolute inset-x-0 bottom-0 z-sticky rounded-t-dialog bg-raised shadow-2',
  side: 'w-[372px] flex-none border-s border-line bg-surface',
  pane: 'min-w-0 flex-1 bg-surface',
} as const;

/** A bulk change: how far it is, what failed and why, and the ways to pause, end or undo it. */
export function BulkJobPanel({ kind, onOpen, onLeave }: Props) {
  const job = useJob();
  const zone = useDisplayZone();
  const [isTall, setTall] = useState(false);
  const panel = useRef<HTMLElement>(null);
  const leave = (): void => {
    if (job?.phase === 'preparing' || isJobBusy()) hidePanel();
    else closeJob();
    onLeave();
  };
  useShortcut('escape', () => (panel.current?.contains(document.activeElement) === true ? leave() : false));
  if (job === null) return null;
  const { failed, skipped, failedRows, phase, startedAtMs, patch } = job;
  const isOver = phase === 'done' || phase === 'stopped' || phase === 'paused';
  const hasFailed = failedRows.length > 0;
  const height = kind === 'sheet' ? (isTall ? 'h-[calc(100%-var(--h-top))]' : 'h-[58%] min-h-[300px] max-h-full') : '';
  return (
    <section ref={panel} aria-label={messages.title} className={`flex min-h-0 flex-col ${KINDS[kind]} ${height}`}>
      {kind === 'sheet' ? <Handle isTall={isTall} onTall={setTall} /> : null}
      <div className={`min-h-0 flex-1 overflow-y-auto px-5 pb-3 ${kind === 'sheet' ? '' : 'pt-4'}`}>
        <div className={kind === 'pane' ? 'max-w-[600px]' : ''}>
          <div className="flex items-start gap-2">
            <h2 className="min-w-0 flex-1 text-16 font-semibold text-ink [overflow-wrap:anywhere]">
              {jobHeadline(job, zone)}
            </h2>
            <IconButton
              icon="close"
              size="sm"
              label={isOver ? messages.close : messages.hide}
              kbd="escape"
              onClick={leave}
            />
          </div>
          <p className="min-h-4 text-12 text-ink-2">{jobNote(job)}</p>
          <BulkJobProgress job={job} />
          <BulkJobButtons job={job} />
          {hasFailed || isOver ? (
            <div
              className={`mt-4 flex min-h-11 items-center gap-2 border-t border-line pt-3 pb-1 ${kind === 'pane' ? '' : '-mx-5 px-5'}`}
            >
              {failed + skipped === 0 ? (
                <span className="flex-1" />
              ) : (
                <h3 className="flex-1 text-14 font-semibold text-ink">
                  {failed > 0
                    ? engineMessages.failed(formatCount(failed))
                    : engineMessages.left(skipped, formatCount(skipped))}
                </h3>
              )}
              <Button size="sm" icon="download" onClick={() => downloadReceipt(jobRows(), patch, startedAtMs)}>
                {messages.csv}
              </Button>
              {failed > 0 && isOver ? (
                <Button size="sm" icon="refresh" onClick={() => void retryRows()}>
                  {messages.retry(formatCount(failed))}
                </Button>
              ) : null}
            </div>
          ) : null}
          {hasFailed ? <BulkJobFailed rows={failedRows} onOpen={onOpen} /> : null}
        </div>
      </div>
      <p className="flex min-h-[44px] flex-none items-center border-t border-line px-5 py-2 text-12 text-ink-3">
        {footOf(job)}
      </p>
    </section>
  );
}

function footOf({ phase, hasBulk }: JobView): string {
  const { foot } = messages;
  if (!hasBulk) return foot.single;
  return phase === 'done' || phase === 'stopped' || phase === 'paused' ? foot.kept : foot.running;
}

interface HandleProps {
  readonly isTall: boolean;
  readonly onTall: (isTall: boolean) => void;
}

/** Dragged up or down, or pressed: half the height or all of it. */
function Handle({ isTall, onTall }: HandleProps) {
  const from = useRef<number | null>(null);
  const wasDragged = useRef(false);
  const onPointerUp = (event: PointerEvent): void => {
    const moved = from.current === null ? 0 : event.clientY - from.current;
    from.current = null;
    wasDragged.current = Math.abs(moved) >= DRAG_PX;
    if (wasDragged.current) onTall(moved < 0);
  };
  return (
    <button
      type="button"
      aria-expanded={isTall}
      aria-label={isTall ? messages.collapse : messages.expand}
      className="grid h-6 flex-none touch-none place-items-center"
      onPointerDown={(event) => {
        from.current = event.clientY;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerUp={onPointerUp}
      onClick={() => {
        if (!wasDragged.current) onTall(!isTall);
        wasDragged.current = false;
      }}
    >
      <span className="h-1 w-9 rounded-full bg-line-strong" />
    </button>
  );
}
