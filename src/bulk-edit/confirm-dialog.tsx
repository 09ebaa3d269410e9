import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, type FormEvent } from 'react';
import { ApiFailure } from '#src/api/api-failure.ts';
import { describeFailure } from '#src/api/failure-message.ts';
import { isWholeService, useWhoami } from '#src/api/whoami.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { sendUntil } from '#src/jobs/job.ts';
import type { TicketPatch } from '#src/ticket-edit/update/change-store.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { ErrorBlock } from '#src/ui/error-block.tsx';
import { type BulkRow, type BulkSelection, listSet } from './bulk-set.ts';
import { effectSentence, verbLabel } from './describe-job.ts';
import { messages } from './messages.ts';

interface EffectProps {
  readonly patch: TicketPatch;
  readonly zone: string;
  /** How many tickets the person saw selected. */
  readonly seen: number;
  readonly count: number;
  readonly rows: readonly BulkRow[];
  readonly hasBulk: boolean;
}

/** The effect of the verb, and why it does not reach all selected tickets. The numbers add up to the selection. */
function Effect({ patch, zone, seen, count, rows, hasBulk }: EffectProps) {
  const inState = (state: BulkRow['state']): number => rows.filter((row) => row.state === state).length;
  const [unchanged, refused] = [inState('unchanged'), inState('failed')];
  const notes = [
    rows.length === seen ? null : messages.confirm.grown(rows.length, formatCount(rows.length), formatCount(seen)),
    unchanged === 0 ? null : messages.confirm.unchanged(unchanged, formatCount(unchanged)),
    refused === 0 ? null : messages.confirm.refused(refused, formatCount(refused)),
  ].filter((note) => note !== null);
  return (
    <div role="status" className="[overflow-wrap:anywhere]">
      <p>
        {count === 0 ? messages.confirm.nothing : effectSentence(patch, count, zone)}{' '}
        {count === 0 ? null : hasBulk ? messages.confirm.undo : messages.confirm.undoSingle}
      </p>
      {notes.map((note) => (
        <p key={note} className="mt-1 text-12 text-ink-2 tabular-nums">
          {note}
        </p>
      ))}
    </div>
  );
}

interface ConfirmDialogProps {
  readonly selection: BulkSelection;
  readonly patch: TicketPatch;
  /** How many tickets the person saw selected. */
  readonly seen: number;
  readonly onConfirm: (rows: BulkRow[]) => void;
  readonly onClose: () => void;
}

/**
 * Asks before a change of many tickets, with the exact number. The confirmed set has each ticket in the version that was
 * counted; tickets that come in later are not part of it.
 */
export function ConfirmDialog({ selection, patch, seen, onConfirm, onClose }: ConfirmDialogProps) {
  const zone = useDisplayZone();
  const formId = useId();
  const main = useRef<HTMLButtonElement>(null);
  const hasBulk = isWholeService(useWhoami());

  const { data, error, isFetching, refetch } = useQuery({
    // A key of its own: the set is counted once for each dialog, and again only after a failure.
    queryKey: ['bulk change', formId],
    queryFn: ({ signal }) => listSet(selection, patch, hasBulk, sendUntil(signal)),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    structuralSharing: false,
  });

  useEffect(() => main.current?.focus(), []);

  const rows = data ?? [];
  const count = rows.filter(({ state }) => state === 'waiting').length;
  const isEmpty = data !== undefined && count === 0;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isFetching) return;
    if (data === undefined) return void refetch();
    if (!isEmpty) onConfirm(rows);
  }

  return (
    <Dialog
      title={verbLabel(patch, data === undefined ? seen : count)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{messages.confirm.cancel}</Button>
          <Button
            ref={main}
            type="submit"
            form={formId}
            variant="primary"
            busy={isFetching}
            disabledReason={isEmpty ? messages.confirm.nothing : undefined}
            // The key that chose the verb may still be held down.
            onKeyDown={(event) => event.key === 'Enter' && event.repeat && event.preventDefault()}
          >
            {isFetching
              ? messages.confirm.counting
              : data === undefined
                ? messages.confirm.retry
                : verbLabel(patch, count)}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit}>
        {isFetching ? (
          <p role="status">{messages.confirm.looking}</p>
        ) : data === undefined ? (
          <Failed error={error} />
        ) : (
          <Effect patch={patch} zone={zone} seen={seen} count={count} rows={rows} hasBulk={hasBulk} />
        )}
      </form>
    </Dialog>
  );
}

function Failed({ error }: { readonly error: unknown }) {
  const failure = describeFailure(error);
  // Such as more matches than one change takes.
  const isRefused = error instanceof ApiFailure && error.kind === 'bad_request';
  return <ErrorBlock {...failure} text={isRefused ? error.message : failure.text} />;
}
