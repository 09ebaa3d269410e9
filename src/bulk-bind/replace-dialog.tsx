import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { BIND_COLUMNS } from '#contract/bind-row.ts';
import { fieldOf, SelectField, TextField } from '#src/forms/field.tsx';
import { FormDialog } from '#src/forms/form-dialog.tsx';
import { formatCount } from '#src/format/number.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import type { Replacement } from './file/file-types.ts';
import { columnsMessages, messages as words, rows } from './messages.ts';
import { changeRows, type OpenFile } from './open-file.ts';

const { replace: messages } = columnsMessages;

interface ReplaceDialogProps {
  readonly file: OpenFile;
  readonly onClose: () => void;
}

/** Replaces a text in all cells of a column, as one step that can be undone. */
export function ReplaceDialog({ file: { session, version, mapping }, onClose }: ReplaceDialogProps) {
  const form = useForm<Replacement>({ defaultValues: { column: 'external_user_id', find: '', replaceWith: '' } });
  const [column, find, replaceWith] = useWatch({ control: form.control, name: ['column', 'find', 'replaceWith'] });
  const replacement = { column, find, replaceWith };
  const { data: count = null } = useQuery({
    queryKey: ['bulk bind replace', session.id, version, replacement],
    queryFn: async ({ signal }) => session.call('countReplaced', [replacement], { signal }),
    enabled: find !== '',
    // Without it the sentence flickers while a person types.
    placeholderData: keepPreviousData,
    // Personal data: kept only while it is on screen.
    gcTime: 0,
    staleTime: Infinity,
  });
  const counted = count === 0 ? messages.none : count === null ? '' : messages.cells(count, formatCount(count));
  /** Counts again, as Enter may come before the count on screen. */
  const replaceAll = async (sent: Replacement) => {
    const changed = await session.call('countReplaced', [sent]);
    if (changed === 0) return null;
    await changeRows({ do: 'replace', replacement: sent });
    return changed;
  };
  return (
    <FormDialog
      title={messages.title}
      form={form}
      onSend={replaceAll}
      onDone={(changed) => {
        onClose();
        announce(columnsMessages.ruled(messages.title, rows(changed, formatCount(changed))));
      }}
      onClose={onClose}
      isBusy={form.formState.isSubmitting}
      error={null}
      submit={messages.submit}
      disabledReason={find === '' ? messages.findFirst : undefined}
    >
      <SelectField
        label={messages.column}
        options={BIND_COLUMNS.filter((one) => mapping.has(one)).map((value) => ({
          value,
          label: words.columnName[value],
        }))}
        {...fieldOf(form, 'column')}
      />
      <TextField label={messages.find} hint={messages.findHint} spellCheck={false} {...fieldOf(form, 'find')} />
      <TextField label={messages.replaceWith} spellCheck={false} {...fieldOf(form, 'replaceWith')} />
      <p role="status" className="min-h-5 text-12 text-ink-2 tabular-nums">
        {find === '' ? '' : counted}
      </p>
    </FormDialog>
  );
}
