import { useState } from 'react';
import { addChartNote, deleteChartNote, type ChartNote } from '#contract/chart-notes.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { inverse, useWrite } from '#src/api/write.ts';
import { randomId } from '#src/browser/random-id.ts';
import { formatCount } from '#src/format/number.ts';
import { formatUtcDay } from '#src/format/utc-day.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { messages } from './messages.ts';
import type { TrendNotes } from './trend-notes.ts';

const texts = messages.notes;
/** More are folded. */
const SHOWN = 4;

/** The notes of the trend in words; own ones can be deleted. */
export function NotesList({ notes, missing, retry }: TrendNotes) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? notes : notes.slice(-SHOWN);
  return (
    <>
      {notes.length === 0 ? null : (
        <ul aria-label={texts.title} className="mt-1 text-12 text-ink-2">
          {shown.map(({ key, day, text, by, own }) => (
            <li key={key} className="flex min-h-6 items-center gap-2">
              <span className="w-14 flex-none text-ink-3 tabular-nums">{formatUtcDay(day)}</span>
              <span className="min-w-0 [overflow-wrap:anywhere]">
                <span dir="auto">{text}</span>
                {by === null ? null : <span className="text-ink-3">, {texts.by(by)}</span>}
              </span>
              {own === null ? null : <DeleteNote note={own} />}
            </li>
          ))}
        </ul>
      )}
      {notes.length <= SHOWN ? null : (
        <button
          type="button"
          className="hit relative min-h-6 text-12 text-accent-text hover:underline"
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? texts.fewer : texts.all(formatCount(notes.length))}
        </button>
      )}
      {missing.map((what) => (
        <p key={what} className="text-12 text-warn-text">
          {texts.incomplete(what)}{' '}
          <button type="button" className="hit relative min-h-6 font-medium underline" onClick={retry}>
            {messages.retry}
          </button>
        </p>
      ))}
    </>
  );
}

function DeleteNote({ note }: { readonly note: ChartNote }) {
  const { reason } = useWriteAccess('csat:write');
  const { write, isBusy } = useWrite(deleteChartNote, { failed: texts.removeFailed });
  const { chart, date, text } = note;
  const remove = () =>
    write(
      { query: { id: note.id } },
      {
        undo: () => ({
          text: texts.removed,
          undo: inverse(
            addChartNote,
            { body: { chart, date, text }, idempotencyKey: randomId() },
            { failed: texts.restoreFailed, done: texts.restored },
          ),
        }),
      },
    );
  return (
    <IconButton
      icon="close"
      size="sm"
      label={texts.remove(text)}
      busy={isBusy}
      disabledReason={reason}
      onClick={() => void remove()}
    />
  );
}
