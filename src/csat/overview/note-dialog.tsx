import { useForm } from 'react-hook-form';
import { addChartNote, deleteChartNote } from '#contract/chart-notes.ts';
import type { Body } from '#contract/operation.ts';
import { contractResolver } from '#src/api/contract-resolver.ts';
import { inverse, useWrite } from '#src/api/write.ts';
import type { ShownWindow } from '#src/csat/queries.ts';
import { addDays } from '#src/format/days.ts';
import { formatUtcDate } from '#src/format/utc-day.ts';
import { fieldOf, TextField } from '#src/forms/field.tsx';
import { FormDialog } from '#src/forms/form-dialog.tsx';
import { messages } from './messages.ts';

const texts = messages.notes;

interface NoteDialogProps {
  readonly window: ShownWindow;
  readonly onClose: () => void;
}

interface Note {
  date: string;
  text: string;
}

/** Adds a note to a day of the trend. */
export function NoteDialog({ window, onClose }: NoteDialogProps) {
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
