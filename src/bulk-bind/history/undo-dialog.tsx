import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type BindJob, undoBindJob } from '#contract/bind-jobs.ts';
import { call } from '#src/api/call.ts';
import { useWrite } from '#src/api/write.ts';
import { ConfirmDialog } from '#src/forms/confirm-dialog.tsx';
import { formatCount } from '#src/format/number.ts';
import { QueryState } from '#src/panels/panel.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { messages } from './messages.ts';

const texts = messages.undoing;
/** The service goes through every row of a large import. */
const TIMEOUT_MS = 600_000;

/** What can be undone, and what cannot; asked of the service before anything changes. */
function previewOptions({ id }: BindJob) {
  return {
    // No answer of the resource: once it is undone, there is nothing to ask for anew.
    queryKey: ['undo preview', id] as const,
    queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
      call(undoBindJob, { body: { action: 'undo', id, dry_run: true }, signal, timeoutMs: TIMEOUT_MS }),
    // What was true a moment ago may be wrong now.
    gcTime: 0,
    refetchOnWindowFocus: false,
  };
}

interface UndoDialogProps {
  readonly job: BindJob;
  readonly onClose: () => void;
}

export function UndoDialog({ job, onClose }: UndoDialogProps) {
  const preview = useQuery(previewOptions(job));
  const { write, isBusy, error } = useWrite(undoBindJob);
  const [done, setDone] = useState<{ unbound: number; moved_back: number; skipped: number } | null>(null);
  const say = (text: (n: number, count: string) => string, n: number) =>
    n === 0 ? null : <li>{text(n, formatCount(n))}</li>;

  if (done !== null) {
    return (
      <Dialog
        title={texts.done}
        onClose={onClose}
        footer={
          <Button variant="primary" onClick={onClose}>
            {texts.close}
          </Button>
        }
      >
        <ul role="status" className="flex flex-col gap-1.5">
          {say(texts.doneUnbound, done.unbound)}
          {say(texts.doneMoved, done.moved_back)}
          {say(texts.doneSkipped, done.skipped)}
        </ul>
      </Dialog>
    );
  }

  const undoable = preview.data === undefined ? 0 : preview.data.unbound + preview.data.moved_back;
  return (
    <ConfirmDialog
      title={texts.title}
      submit={preview.data === undefined ? messages.undo : texts.confirm(undoable, formatCount(undoable))}
      isDanger
      isFinal
      isBusy={isBusy}
      error={error}
      disabledReason={preview.data === undefined ? texts.checking : undoable === 0 ? texts.nothing : undefined}
      onConfirm={() =>
        void write({ body: { action: 'undo', id: job.id }, timeoutMs: TIMEOUT_MS }).then(
          (answer) => answer !== null && setDone(answer),
        )
      }
      onClose={onClose}
    >
      <QueryState query={preview} name={texts.title} loading={texts.checking} rows={2}>
        {({ unbound, moved_back: movedBack, skipped }) => (
          <ul className="flex flex-col gap-1.5">
            {undoable === 0 ? <li>{texts.nothing}</li> : null}
            {say(texts.unbound, unbound)}
            {say(texts.movedBack, movedBack)}
            {say(texts.skipped, skipped)}
            {say(texts.kept, Math.max(0, job.counts.refreshed - movedBack))}
            {say(texts.minted, job.counts.minted_identity)}
          </ul>
        )}
      </QueryState>
    </ConfirmDialog>
  );
}
