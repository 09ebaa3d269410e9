import { useEffect, useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { ApiFailure } from '#src/api/api-failure.ts';
import { describeFailure } from '#src/api/describe-failure.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { alreadyWords } from '#src/bulk-edit/engine/describe-outcome.ts';
import { prepareBlocks, prepareSingles } from '#src/bulk-edit/engine/job-prepare.ts';
import type { JobSelection } from '#src/bulk-edit/engine/job-tickets.ts';
import type { JobRow } from '#src/bulk-edit/engine/receipt.ts';
import { formatCount } from '#src/format/number.ts';
import type { TicketPatch } from '#src/ticket-edit/update/change-store.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { ErrorBlock } from '#src/ui/error-block.tsx';
import { verbLabel, effectSentence } from './describe-verb.ts';
import { messages } from './messages.ts';
import { idsOf, partsOf, type SetPart } from './set-parts.ts';

/** What the arrows go through: the parts, then the main button. */
const STOPS = '[type="checkbox"], [type="submit"]';

/** Keys of the parts and of the main button: arrows go on, and only a new press of Enter confirms. */
function onHoldKey(event: KeyboardEvent<HTMLElement>): void {
  // The key that chose the verb may still be down.
  if (event.key === 'Enter' && event.repeat) return event.preventDefault();
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (by === 0) return;
  event.preventDefault();
  const stops = [...(event.currentTarget.closest('dialog')?.querySelectorAll<HTMLElement>(STOPS) ?? [])];
  stops[stops.indexOf(event.currentTarget) + by]?.focus();
}

interface HeldPartsProps {
  readonly formId: string;
  readonly parts: readonly SetPart[];
  /** Keys of those that are left out. */
  readonly out: ReadonlySet<string>;
  readonly onToggle: (key: string) => void;
}

/** What is in the set, each part ticked until it is left out. */
function HeldParts({ formId, parts, out, onToggle }: HeldPartsProps) {
  if (parts.length === 0) return <p className="mt-3 text-12 text-ink-2">{messages.plain}</p>;
  return (
    <fieldset className="mt-3 border-t border-line pt-3" aria-describedby={`${formId}-hint`}>
      <legend className="sr-only">{messages.among}</legend>
      <p className="mb-1 flex flex-wrap items-baseline gap-x-2">
        <span aria-hidden="true" className="font-medium">
          {messages.among}
        </span>
        <span id={`${formId}-hint`} className="text-12 text-ink-3">
          {messages.hint}
        </span>
      </p>
      {parts.map(({ key, label, ids }) => {
        const isOut = out.has(key);
        return (
          <label
            key={key}
            className="-mx-2 flex min-h-control cursor-pointer items-center gap-2 rounded-chip px-2 py-1 hover:bg-hover pointer-coarse:min-h-11"
          >
            <input
              type="checkbox"
              checked={!isOut}
              className="size-3.5 flex-none accent-(--accent)"
              onKeyDown={onHoldKey}
              onChange={() => onToggle(key)}
            />
            <span dir="auto" className="min-w-[60%] flex-1 [overflow-wrap:anywhere]">
              {label}
            </span>
            <span className={`text-end tabular-nums ${isOut ? 'text-ink-3' : 'text-ink-2'}`}>
              {formatCount(ids.size)} {isOut ? messages.isLeftOut : null}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

interface HeldNotesProps {
  readonly patch: TicketPatch;
  readonly zone: string;
  /** How many tickets the person saw selected. */
  readonly seen: number;
  /** How many will be changed. */
  readonly count: number;
  readonly rows: readonly JobRow[];
  readonly leftOut: number;
  /** The service puts tickets back by itself. */
  readonly hasBulk: boolean;
}

/** What the verb does, to how many, and why it is not to all that were selected. Together they add up. */
function HeldNotes({ patch, zone, seen, count, rows, leftOut, hasBulk }: HeldNotesProps) {
  const inState = (state: JobRow['state']): number => rows.filter((row) => row.state === state).length;
  const [unchanged, refused] = [inState('unchanged'), inState('failed')];
  const notes = [
    rows.length === seen ? null : messages.grown(rows.length, formatCount(rows.length), formatCount(seen)),
    unchanged === 0 ? null : messages.already(unchanged, formatCount(unchanged), alreadyWords(patch)),
    refused === 0 ? null : messages.refused(refused, formatCount(refused)),
    leftOut === 0 ? null : messages.leftOut(leftOut, formatCount(leftOut)),
  ].filter((note) => note !== null);
  return (
    <div role="status" className="[overflow-wrap:anywhere]">
      <p>
        {count === 0 ? messages.nothing : effectSentence(patch, count, zone)}{' '}
        {count === 0 ? null : hasBulk ? messages.undo : messages.undoSingle}
      </p>
      {notes.map((note) => (
        <p key={note} className="mt-1 text-12 text-ink-2 tabular-nums">
          {note}
        </p>
      ))}
    </div>
  );
}

interface HoldDialogProps {
  readonly selection: JobSelection;
  readonly patch: TicketPatch;
  /** How many tickets the person saw selected. */
  readonly seen: number;
  /** @param leftOut tickets that stay as they are */
  readonly onConfirm: (rows: JobRow[], leftOut: ReadonlySet<bigint>) => void;
  readonly onClose: () => void;
}

type Look =
  | { readonly phase: 'looking' }
  | { readonly phase: 'failed'; readonly error: unknown }
  | { readonly phase: 'done'; readonly rows: JobRow[]; readonly parts: readonly SetPart[] };

/**
 * Before a change of many tickets: what is in the set, each part to be left out by one press, and the exact number.
 * What is confirmed is the set as it was looked at, ticket by ticket in its version, whatever comes in meanwhile.
 */
export function HoldDialog({ selection, patch, seen, onConfirm, onClose }: HoldDialogProps) {
  const whoami = useWhoami();
  const zone = useDisplayZone();
  const formId = useId();
  const main = useRef<HTMLButtonElement>(null);
  const [look, setLook] = useState<Look>({ phase: 'looking' });
  const [attempt, setAttempt] = useState(0);
  const [out, setOut] = useState<ReadonlySet<string>>(new Set());
  const hasBulk = hasExtension(whoami, 'tickets_bulk');
  const me = whoami.agent_id ?? null;

  useEffect(() => {
    const halt = new AbortController();
    const options = { patch, isHeld: true, halt: halt.signal, onWait: () => undefined };
    const count = async (): Promise<void> => {
      let next: Look;
      try {
        const { rows, tickets } = await (hasBulk ? prepareBlocks : prepareSingles)(selection, options);
        next = { phase: 'done', rows, parts: partsOf(rows, tickets, { me, nowMs: Date.now() }) };
      } catch (error) {
        next = { phase: 'failed', error };
      }
      if (!halt.signal.aborted) setLook(next);
    };
    setLook({ phase: 'looking' });
    void count();
    return () => halt.abort();
  }, [selection, patch, hasBulk, me, attempt]);

  // The main action, as in every dialog: it does nothing before the set is counted, nor for a key that is held down.
  useEffect(() => main.current?.focus(), []);

  const { rows, parts } = look.phase === 'done' ? look : { rows: [], parts: [] };
  const leftOut = idsOf(parts.filter(({ key }) => out.has(key)));
  const count = rows.filter(({ id, state }) => state === 'waiting' && !leftOut.has(id)).length;
  const mainLabel = { looking: messages.counting, failed: messages.retry, done: verbLabel(patch, count) }[look.phase];

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (look.phase === 'failed') setAttempt(attempt + 1);
    if (look.phase !== 'done' || count === 0) return;
    onConfirm(
      rows.filter(({ id }) => !leftOut.has(id)),
      leftOut,
    );
  }

  function toggle(key: string): void {
    setOut((before) => new Set(before.has(key) ? [...before].filter((other) => other !== key) : [...before, key]));
  }

  return (
    <Dialog
      title={verbLabel(patch, look.phase === 'done' ? count : seen)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{messages.cancel}</Button>
          <Button
            ref={main}
            type="submit"
            form={formId}
            variant="primary"
            busy={look.phase === 'looking'}
            disabledReason={look.phase === 'done' && count === 0 ? messages.nothing : undefined}
            onKeyDown={onHoldKey}
          >
            {mainLabel}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit}>
        {look.phase === 'looking' ? <p role="status">{messages.looking}</p> : null}
        {look.phase === 'failed' ? <Failed error={look.error} /> : null}
        {look.phase === 'done' ? (
          <>
            <HeldNotes
              patch={patch}
              zone={zone}
              seen={seen}
              count={count}
              rows={rows}
              leftOut={leftOut.size}
              hasBulk={hasBulk}
            />
            <HeldParts formId={formId} parts={parts} out={out} onToggle={toggle} />
          </>
        ) : null}
      </form>
    </Dialog>
  );
}

/** The main button tries again. */
function Failed({ error }: { readonly error: unknown }) {
  const failure = describeFailure(error);
  // Such as more matches than one change takes: the service says it best.
  const isRefused = error instanceof ApiFailure && error.kind === 'bad_request';
  return <ErrorBlock {...failure} text={isRefused ? error.message : failure.text} />;
}
