import { alreadyWords } from '#src/bulk-edit/engine/describe-outcome.ts';
import type { JobRow } from '#src/bulk-edit/engine/receipt.ts';
import { formatCount } from '#src/format/number.ts';
import type { TicketPatch } from '#src/ticket-edit/update/change-store.ts';
import { effectSentence } from './describe-verb.ts';
import { messages } from './messages.ts';

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
export function HeldNotes({ patch, zone, seen, count, rows, leftOut, hasBulk }: HeldNotesProps) {
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
