import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { undoCustomerMerge, type CustomerMerge, type KeptRow } from '#contract/customer-merges.ts';
import type { Reply } from '#contract/operation.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { failureMessage } from '#src/api/failure-message.ts';
import { showFailure, useWrite, write } from '#src/api/write.ts';
import { formatCount } from '#src/format/number.ts';
import { defineMessages, plural } from '#src/i18n/messages.ts';
import { AddressText } from '#src/ui/address-text.tsx';
import { buttonClass, Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import type { Undoable, UndoOutcome } from '#src/undo/undo-entry.ts';
import { settleUndo } from '#src/undo/undo.ts';
import { pastMessages as messages } from './messages.ts';
import { formatMoved, laterMergesOptions, namesOf } from './queries.ts';

const toastMessages = defineMessages({
  merged: (from: string, into: string) => `${from} merged into ${into}`,
  details: 'Details',
  failed: (why: string) => `The merge was not undone. ${why}`,
  retry: 'Retry',
  kept: (n: number, count: string, into: string) =>
    plural(n, {
      one: `1 item added since stays with ${into}`,
      other: `${count} items added since stay with ${into}`,
    }),
});

interface Merged {
  readonly id: bigint;
  readonly from: string;
  readonly into: string;
}

/** The toast of a merge, with undo and a link to the past merge. */
export function mergeUndoable(merged: Merged, openDetails: () => void): Undoable {
  const { id, from, into } = merged;
  return {
    key: keyOf(id),
    text: toastMessages.merged(from, into),
    also: { label: toastMessages.details, run: openDetails },
    undo: (retry) => undo(id, into, retry),
  };
}

/** The key on the stack of undo. */
function keyOf(id: bigint): string {
  return `merge-${id}`;
}

async function undo(id: bigint, into: string, retry: () => void): Promise<UndoOutcome> {
  try {
    const { kept } = await write(undoCustomerMerge, { body: { id } });
    if (kept.length === 0) return { state: 'undone' };
    return { state: 'undone', note: toastMessages.kept(kept.length, formatCount(kept.length), into) };
  } catch (error) {
    const isFinal = error instanceof ApiFailure && (error.kind === 'conflict' || error.kind === 'not_found');
    showFailure(error, toastMessages.failed, isFinal ? undefined : { label: toastMessages.retry, run: retry });
    return isFinal ? { state: 'kept', note: error.message } : { state: 'failed' };
  }
}

const texts = messages.dialog;
type Undone = Reply<typeof undoCustomerMerge>;

/** How many rows moved. */
function countMoved({ links: _links, ...moved }: CustomerMerge['moved']): number {
  return Object.values(moved).reduce((sum, count) => sum + count, 0);
}

/** Asks before a merge is undone: what goes back, and what stays. Then shows the result. */
export function UndoDialog({ merge, onClose }: { readonly merge: CustomerMerge; readonly onClose: () => void }) {
  const { write: send, isBusy, error } = useWrite(undoCustomerMerge);
  const [result, setResult] = useState<Undone | null>(null);
  const later = useQuery(laterMergesOptions(merge.survivor_id));
  const { from, into } = namesOf(merge);
  const blocking = later.data?.items.find(
    ({ merged_id: id, undone_utc: undoneAt }) => id === merge.survivor_id && undoneAt === null,
  );
  const words = formatMoved({ ...merge.moved, links: 0 });

  async function undo(): Promise<void> {
    if (isBusy || blocking !== undefined) return;
    const undone = await send({ body: { id: merge.id } });
    if (undone === null) return void later.refetch();
    settleUndo(keyOf(merge.id), { state: 'undone' });
    setResult(undone);
  }

  if (result !== null)
    return (
      <Dialog
        // Another key: the result is a new dialog and takes the focus.
        key="result"
        title={texts.title}
        onClose={onClose}
        footer={
          <Button variant="primary" onClick={onClose}>
            {texts.close}
          </Button>
        }
      >
        <UndoResult result={result} from={from} into={into} />
      </Dialog>
    );
  const laterText =
    blocking === undefined ? undefined : texts.laterMerge(String(merge.survivor_id), String(blocking.survivor_id));
  return (
    <Dialog
      title={texts.title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button
            variant="primary"
            busy={isBusy}
            disabledReason={laterText ?? (later.isPending ? texts.checking : undefined)}
            onClick={() => void undo()}
          >
            {texts.submit}
          </Button>
        </>
      }
    >
      <p className="font-medium [overflow-wrap:anywhere]">
        <AddressText text={texts.sentence(from, into)} />
      </p>
      <p className="mt-1 text-ink-2 [overflow-wrap:anywhere]">
        {words === null ? texts.goesBackNothing(from) : texts.goesBack(countMoved(merge.moved), words, from)}
      </p>
      <p className="mt-1 text-ink-2 [overflow-wrap:anywhere]">
        <AddressText text={texts.stays(into)} />
      </p>
      {merge.moved.links > 0 ? <p className="mt-1 text-ink-2">{texts.links}</p> : null}
      {blocking === undefined ? null : (
        <div role="alert" className="mt-3 flex flex-wrap items-center gap-2">
          <Icon name="warning" size={14} className="text-warn" />
          <p className="min-w-40 flex-1 text-warn-text">{laterText}</p>
          <Link
            to="/customers/merges"
            search={{ id: String(blocking.id) }}
            className={buttonClass({ size: 'sm' })}
            onClick={onClose}
          >
            {texts.openLater}
          </Link>
        </div>
      )}
      <div role="alert">
        {error === null ? null : (
          <p className="mt-3 text-danger-text [overflow-wrap:anywhere]">{texts.failed(failureMessage(error))}</p>
        )}
      </div>
    </Dialog>
  );
}

interface UndoResultProps {
  readonly result: Undone;
  /** Names of the two. */
  readonly from: string;
  readonly into: string;
}

/** The result: rows that went back, and rows that stay with the survivor. */
function UndoResult({ result, from, into }: UndoResultProps) {
  const { restored, kept, merged_id: mergedId, survivor_id: survivorId } = result;
  const words = formatMoved({ ...restored, links: 0 });
  return (
    <div role="status">
      <p className="flex gap-1.5 font-medium [overflow-wrap:anywhere]">
        <Icon name="check" size={14} className="mt-[3px] flex-none text-ok" />
        <AddressText text={texts.done(from, into)} />
      </p>
      <p className="mt-1 text-ink-2 [overflow-wrap:anywhere]">
        <AddressText text={texts.restored(words ?? messages.nothing, from)} />
      </p>
      {kept.length === 0 ? (
        <p className="mt-1 text-ink-2 [overflow-wrap:anywhere]">{texts.keptNothing(into)}</p>
      ) : (
        <>
          <p className="mt-2 font-medium [overflow-wrap:anywhere]">
            <AddressText text={texts.kept(into)} />
          </p>
          <ul className="mt-1">
            {kept.map(({ kind, id, label }) => (
              <li
                key={`${kind} ${id} ${label}`}
                dir="auto"
                className="border-b border-line py-1 last:border-b-0 [overflow-wrap:anywhere]"
              >
                {kind === 'ticket' ? <KeptTicket id={id} label={label} /> : <AddressText text={label} />}{' '}
                <span className="text-12 text-ink-3">{formatKind(kind)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="mt-3 flex flex-wrap gap-x-4">
        {(
          [
            [mergedId, from],
            [survivorId, into],
          ] as const
        ).map(([id, name]) => (
          <Link
            key={id}
            to="/customers/$id"
            params={{ id: String(id) }}
            className="text-accent-text hover:underline [overflow-wrap:anywhere]"
          >
            <AddressText text={texts.open(name)} />
          </Link>
        ))}
      </p>
    </div>
  );
}

/** Splits the service's "1042 Rear light" into number and subject. */
function readTicketLabel(label: string): { readonly number: string; readonly subject: string } {
  const [number = '', ...subject] = label.split(' ');
  return { number: `#${number}`, subject: subject.join(' ') };
}

function KeptTicket({ id, label }: Pick<KeptRow, 'id' | 'label'>) {
  const { number, subject } = readTicketLabel(label);
  return (
    <>
      <Link
        to="/tickets/$id"
        params={{ id }}
        className="hit relative text-accent-text tabular-nums underline decoration-line-strong underline-offset-2"
      >
        {number}
      </Link>{' '}
      <bdi>{subject}</bdi>
    </>
  );
}

/** An unknown kind is shown as sent. */
function formatKind(kind: string): string {
  const words: Readonly<Record<string, string>> = messages.dialog.kind;
  return Object.hasOwn(words, kind) ? (words[kind] ?? kind) : kind;
}
