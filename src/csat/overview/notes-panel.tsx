import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { addChartNote, type ChartNote, deleteChartNote, listChartNotes } from '#contract/chart-notes.ts';
import type { Body } from '#contract/operation.ts';
import { contractResolver } from '#src/api/contract-resolver.ts';
import { read } from '#src/api/read.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { inverse, useWrite } from '#src/api/write.ts';
import { randomId } from '#src/browser/random-id.ts';
import type { ShownWindow } from '#src/csat/queries.ts';
import { view } from '#src/csat/view.ts';
import { addDays, formatUtcDate, formatUtcDay } from '#src/format/days.ts';
import { formatCount } from '#src/format/number.ts';
import { fieldOf, TextField } from '#src/forms/field.tsx';
import { FormDialog } from '#src/forms/form-dialog.tsx';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import { AddressText } from '#src/ui/address-text.tsx';
import { Button, IconButton, TextButton } from '#src/ui/button.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { useOfferedVerbs } from '#src/ui/offered-commands.ts';
import { messages } from './messages.ts';

const texts = messages.notes;

interface NotesPanelProps {
  readonly query: ReturnType<typeof useNotes>;
  readonly window: ShownWindow;
}

/** The notes of the trend, at the end of the page so that nothing moves when they load. */
export function NotesPanel({ query, window }: NotesPanelProps) {
  return (
    <div className="mt-5 border-t border-line pt-4">
      <Panel title={texts.title} actions={<AddNote window={window} />}>
        <QueryState query={query} name={texts.title}>
          {(notes) =>
            notes.length === 0 ? <p className="mt-1 text-12 text-ink-3">{texts.empty}</p> : <NoteList notes={notes} />
          }
        </QueryState>
      </Panel>
    </div>
  );
}

/** Notes that are shown first. */
const SHOWN = 6;

function NoteList({ notes }: { readonly notes: readonly ChartNote[] }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? notes : notes.slice(-SHOWN);
  return (
    <>
      <ul aria-label={texts.title} className="mt-1 text-12 text-ink-2">
        {shown.map((note) => (
          <li key={note.id.toString()} className="flex min-h-6 items-center gap-2">
            <span className="w-14 flex-none text-ink-3 tabular-nums">{formatUtcDay(note.date)}</span>
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <span dir="auto">{note.text}</span>
              <span className="text-ink-3">
                , <AddressText text={texts.by(note.author)} />
              </span>
            </span>
            <DeleteNote note={note} />
          </li>
        ))}
      </ul>
      {notes.length <= SHOWN ? null : (
        <TextButton className="text-12" onClick={() => setWhole(!isWhole)}>
          {isWhole ? texts.fewer : texts.all(formatCount(notes.length))}
        </TextButton>
      )}
    </>
  );
}

function AddNote({ window }: { readonly window: ShownWindow }) {
  const { reason } = useWriteAccess('csat:write');
  const [isOpen, setOpen] = useState(false);
  const [{ group, entries: keys }] = view.keys;
  useShortcut(keys.note.keys, () => setOpen(true), { label: keys.note.label, group, when: reason === undefined });
  useOfferedVerbs([{ id: 'csat-note', run: () => setOpen(true), disabledReason: reason }]);
  return (
    <>
      <Button size="sm" variant="ghost" icon="plus" disabledReason={reason} onClick={() => setOpen(true)}>
        {texts.add}
      </Button>
      {isOpen ? <NoteDialog window={window} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

interface NoteDialogProps {
  readonly window: ShownWindow;
  readonly onClose: () => void;
}

interface Note {
  date: string;
  text: string;
}

/** Adds a note to a day of the trend. */
function NoteDialog({ window, onClose }: NoteDialogProps) {
  const { write, isBusy, error } = useWrite(addChartNote);
  const { from, to, today } = window;
  const lastDay = addDays(to, -1);
  const form = useForm<Note, unknown, Body<typeof addChartNote>>({
    defaultValues: { date: today < lastDay ? today : lastDay, text: '' },
    resolver: contractResolver({
      schema: addChartNote.body,
      names: { date: texts.day, text: texts.text },
      bodyOf: ({ date, text }: Note) => ({ chart: 'csat' as const, date, text: text.trim() }),
      also: ({ date }) => ({ date: date > today ? texts.future : undefined }),
    }),
  });
  return (
    <FormDialog
      title={texts.add}
      submit={texts.submit}
      form={form}
      isBusy={isBusy}
      error={error}
      fields={['date', 'text']}
      onClose={onClose}
      onSend={(body) =>
        write(
          { body },
          {
            undo: ({ id, date }) => ({
              text: date >= from && date < to ? texts.added : texts.addedOutside(formatUtcDate(date)),
              undo: inverse(deleteChartNote, { query: { id } }, { failed: texts.addUndoFailed, done: texts.undone }),
            }),
          },
        )
      }
      onDone={onClose}
    >
      <p className="text-ink-2">{texts.addText}</p>
      <TextField label={texts.text} hint={texts.textHint} {...fieldOf(form, 'text')} />
      <TextField type="date" max={today} label={texts.day} {...fieldOf(form, 'date')} />
    </FormDialog>
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

/** A window shows at most this many notes. */
const MOST = 200;

/** The notes on the days of the window, the oldest day first. */
export function useNotes({ from, to }: ShownWindow) {
  return useQuery({
    ...read(listChartNotes, { chart: 'csat', from, to, limit: MOST }),
    select: ({ items }): readonly ChartNote[] => items.toReversed(),
  });
}
