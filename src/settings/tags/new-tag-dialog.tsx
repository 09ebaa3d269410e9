import { useEffect, useId } from 'react';
import { Controller, useForm } from 'react-hook-form';
import type { Body } from '#contract/operation.ts';
import { createTag, type TagRecord } from '#contract/tags.ts';
import { contractResolver } from '#src/api/contract-resolver.ts';
import { useWrite } from '#src/api/write.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { DialogFailure } from './dialog-failure.tsx';
import { messages } from './tags-messages.ts';
import { NameField } from './tags-name-field.tsx';
import { findTaken, takenMessage } from './tags-name.ts';
import { Palette } from './tags-swatch.tsx';
import { paletteColor } from './tags-write.ts';

interface NewTagDialogProps {
  readonly tags: readonly TagRecord[];
  readonly onClose: () => void;
}

interface Values {
  name: string;
  color: number | null;
}

export function NewTagDialog({ tags, onClose }: NewTagDialogProps) {
  const formId = useId();
  const { write, isBusy, error } = useWrite(createTag);
  const { register, control, formState, handleSubmit, setFocus } = useForm<Values, unknown, Body<typeof createTag>>({
    defaultValues: { name: '', color: null },
    mode: 'onChange',
    resolver: contractResolver({
      schema: createTag.body,
      names: { name: messages.name.label },
      bodyOf: ({ name, color }: Values) => ({ name: name.trim(), color: paletteColor(color) }),
      also: ({ name }) => ({ name: takenMessage(findTaken(name, tags)) }),
    }),
  });
  // A dialog gives the focus to its first control, which is the one that closes it.
  useEffect(() => setFocus('name'), [setFocus]);

  async function send(body: Body<typeof createTag>): Promise<void> {
    const made = await write({ body });
    if (made === null) return;
    toast({ kind: 'done', text: messages.create.done(made.name) });
    onClose();
  }

  const { ref, ...name } = register('name');
  const problem = formState.errors.name?.message;
  return (
    <Dialog
      title={messages.create.title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{messages.cancel}</Button>
          <Button type="submit" form={formId} variant="primary" busy={isBusy}>
            {messages.create.submit}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void handleSubmit(send)(event)}>
        <NameField
          label={messages.name.label}
          inputRef={ref}
          input={name}
          problem={problem === undefined ? null : { text: problem }}
        />
        <p className="mt-3 mb-1 text-12 font-medium">{messages.colour.label}</p>
        <Controller
          control={control}
          name="color"
          render={({ field: { value, onChange } }) => <Palette value={value} onChange={onChange} />}
        />
        <DialogFailure error={error} />
      </form>
    </Dialog>
  );
}
