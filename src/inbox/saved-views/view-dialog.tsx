import { useEffect, useId, type ComponentProps } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { createSavedView } from '#contract/personal.ts';
import { contractResolver } from '#src/api/contract-resolver.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { useAction } from '#src/api/write.ts';
import { fieldOf, TextField } from '#src/forms/field.tsx';
import { FormDialog } from '#src/forms/form-dialog.tsx';
import { messages } from './messages.ts';

export interface ViewAnswers {
  name: string;
  shared: boolean;
}

const { dialog: texts } = messages;
const schema = z.pick(createSavedView.body, { name: true, shared: true });

const resolver = contractResolver<ViewAnswers, z.input<typeof schema>, z.output<typeof schema>>({
  schema,
  names: { name: texts.name },
  bodyOf: ({ name, shared }) => ({ name: name.trim(), shared }),
});

interface ViewDialogProps {
  readonly title: string;
  readonly start: ViewAnswers;
  /** @throws ApiFailure */
  readonly onSave: (answers: Readonly<ViewAnswers>) => Promise<void>;
  readonly onClose: () => void;
}

export function ViewDialog({ title, start, onSave, onClose }: ViewDialogProps) {
  const { reason } = useWriteAccess('tickets:write');
  const { act, isBusy, error } = useAction();
  const form = useForm<ViewAnswers, unknown, z.output<typeof schema>>({ defaultValues: start, resolver });
  const { register, setFocus, getValues } = form;
  useEffect(() => setFocus('name', { shouldSelect: true }), [setFocus]);
  return (
    <FormDialog
      title={title}
      submit={texts.submit}
      form={form}
      fields={['name']}
      isBusy={isBusy}
      error={error}
      onSend={({ name }) =>
        act(async () => {
          await onSave({ ...getValues(), name });
          return true;
        })
      }
      onDone={onClose}
      onClose={onClose}
    >
      <TextField label={texts.name} hint={texts.holds} {...fieldOf(form, 'name')} />
      <Choice label={texts.share} disabledReason={reason} {...register('shared')} />
    </FormDialog>
  );
}

interface ChoiceProps extends ComponentProps<'input'> {
  readonly label: string;
  readonly disabledReason?: string | undefined;
}

function Choice({ label, disabledReason, ...input }: ChoiceProps) {
  const id = useId();
  const isOff = disabledReason !== undefined;
  return (
    <div>
      <label className={`flex min-h-6 items-center gap-2 ${isOff ? 'text-ink-3' : ''}`}>
        <input
          {...input}
          type="checkbox"
          aria-disabled={isOff || undefined}
          aria-describedby={isOff ? id : undefined}
          className="size-4 accent-accent"
          onClick={(event) => isOff && event.preventDefault()}
        />
        {label}
      </label>
      {isOff ? (
        <p id={id} className="ps-6 text-12 text-ink-3">
          {disabledReason}
        </p>
      ) : null}
    </div>
  );
}
