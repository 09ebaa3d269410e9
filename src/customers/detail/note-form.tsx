import { useEffect, useId } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { addCustomerNote, deleteCustomerNote } from '#contract/customer-notes.ts';
import type { Body } from '#contract/operation.ts';
import { contractResolver } from '#src/api/contract-resolver.ts';
import { failureMessage } from '#src/api/failure-message.ts';
import { useWhoami } from '#src/api/whoami.ts';
import { inverse, useWrite } from '#src/api/write.ts';
import { Button } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { messages } from './messages.ts';
import { readNoteDraft, storeNoteDraft } from './note-drafts.ts';

const texts = messages.notes;

interface NoteFormProps {
  readonly customerId: bigint;
  /** Why no note can be added. */
  readonly reason: string | undefined;
}

interface Values {
  body: string;
}

/** Writes a note. What is written survives a reload and another page in this tab. */
export function NoteForm({ customerId, reason }: NoteFormProps) {
  const id = useId();
  const { site_id: siteId } = useWhoami();
  const {
    write,
    isBusy,
    error,
    reset: forget,
  } = useWrite(addCustomerNote, {
    undo: ({ id: note }) => ({
      text: texts.added,
      undo: inverse(deleteCustomerNote, { query: { id: note } }, { failed: texts.addUndoFailed }),
    }),
  });
  const { register, control, formState, handleSubmit, reset, setFocus } = useForm<
    Values,
    unknown,
    Body<typeof addCustomerNote>
  >({
    defaultValues: { body: readNoteDraft(siteId, customerId) },
    resolver: contractResolver({
      schema: addCustomerNote.body,
      names: { body: texts.field },
      bodyOf: ({ body }: Values) => ({ identity_id: customerId, body: body.trim() }),
    }),
  });
  const text = useWatch({ control, name: 'body' });
  useEffect(() => storeNoteDraft(siteId, customerId, text), [siteId, customerId, text]);

  async function send(body: Body<typeof addCustomerNote>): Promise<void> {
    if (reason !== undefined) return;
    if ((await write({ body })) === null) return;
    reset({ body: '' });
    setFocus('body');
  }

  const failed = error === null ? null : texts.failed(failureMessage(error));
  const problem = formState.errors.body?.message ?? failed;
  const submit = handleSubmit(send);
  return (
    <form noValidate className="py-2 print:hidden" onSubmit={(event) => void submit(event)}>
      <label htmlFor={id} className="sr-only">
        {texts.label}
      </label>
      <textarea
        id={id}
        {...register('body')}
        rows={2}
        dir="auto"
        readOnly={reason !== undefined}
        placeholder={texts.placeholder}
        aria-invalid={problem === null ? undefined : true}
        aria-describedby={`${id}-hint`}
        className={`field-sizing-content block max-h-[40dvh] min-h-14 w-full resize-y rounded-control border bg-surface px-2.5 py-1.5 focus-visible:border-transparent focus-visible:outline-offset-0 ${problem === null ? 'border-line-control' : 'border-danger'}`}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          void submit();
        }}
      />
      <div className="mt-1.5 flex flex-wrap items-center gap-2">
        <div id={`${id}-hint`} className="min-w-0 flex-1 text-12 text-ink-3">
          <div role="alert" className="empty:hidden">
            {problem === null ? null : (
              <p className="flex gap-1.5 text-danger-text [overflow-wrap:anywhere]">
                <Icon name="warning" size={14} className="mt-px" />
                {problem}
              </p>
            )}
          </div>
          {problem !== null ? null : text.trim() === '' ? texts.hint : texts.draft}
        </div>
        {text.trim() === '' ? null : (
          <Button
            size="sm"
            variant="ghost"
            onClick={() => {
              reset({ body: '' });
              forget();
              setFocus('body');
            }}
          >
            {texts.discard}
          </Button>
        )}
        <Button size="sm" type="submit" kbd="mod+enter" busy={isBusy} disabledReason={reason}>
          {texts.add}
        </Button>
      </div>
    </form>
  );
}
