import { Suspense, useState } from 'react';
import { addChartNote, deleteChartNote, type ChartNote } from '#contract/chart-notes.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { inverse, useWrite } from '#src/api/write.ts';
import { randomId } from '#src/browser/random-id.ts';
import type { ShownWindow } from '#src/csat/queries.ts';
import { view } from '#src/csat/view.ts';
import { formatCount } from '#src/format/number.ts';
import { formatUtcDay } from '#src/format/utc-day.ts';
import { Panel } from '#src/panels/panel.tsx';
import { AddressText } from '#src/ui/address-text.tsx';
import { Button, IconButton } from '#src/ui/button.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { useOfferedVerbs } from '#src/ui/offered-commands.ts';
import { messages } from './messages.ts';
import type { TrendNotes } from './trend-notes.ts';

const NoteDialog = lazyPart(async () => (await import('./note-dialog.tsx')).NoteDialog);

const texts = messages.notes;
/** More are folded. */
const SHOWN = 4;

interface NotesPanelProps extends TrendNotes {
  readonly window: ShownWindow;
  /** What may come after the first paint is asked for. */
  readonly isPainted: boolean;
}

/** The notes of the trend in words, below all else, where their coming moves nothing; own ones can be deleted. */
export function NotesPanel({ notes, missing, retry, window, isPainted }: NotesPanelProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? notes : notes.slice(-SHOWN);
  return (
    <Panel
      title={texts.title}
      note={texts.about}
      actions={isPainted ? <AddNote window={window} /> : null}
      resource="chart_notes"
    >
      {notes.length === 0 ? null : (
        <ul aria-label={texts.title} className="mt-1 text-12 text-ink-2">
          {shown.map(({ key, day, text, by, own }) => (
            <li key={key} className="flex min-h-6 items-center gap-2">
              <span className="w-14 flex-none text-ink-3 tabular-nums">{formatUtcDay(day)}</span>
              <span className="min-w-0 [overflow-wrap:anywhere]">
                <span dir="auto">{text}</span>
                {by === null ? null : (
                  <span className="text-ink-3">
                    , <AddressText text={texts.by(by)} />
                  </span>
                )}
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
    </Panel>
  );
}

/** Adds a note, where the service keeps notes. */
function AddNote({ window }: { readonly window: ShownWindow }) {
  const isProvided = hasExtension(useWhoami(), 'chart_notes');
  const { reason } = useWriteAccess('csat:write');
  const [isOpen, setOpen] = useState(false);
  const [{ group, entries: keys }] = view.keys;
  useShortcut(keys.note.keys, () => setOpen(true), {
    label: keys.note.label,
    group,
    when: isProvided && reason === undefined,
  });
  useOfferedVerbs(isProvided ? [{ id: 'csat-note', run: () => setOpen(true), disabledReason: reason }] : []);
  if (!isProvided) return null;
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        icon="plus"
        disabledReason={reason}
        onPointerEnter={() => NoteDialog.preload()}
        onClick={() => setOpen(true)}
      >
        {messages.notes.add}
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <NoteDialog window={window} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
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
