import { useForm, useWatch } from 'react-hook-form';
import type { Body } from '#contract/operation.ts';
import {
  createSavedReply,
  deleteSavedReply,
  MAX_REPLY_BODY,
  MAX_REPLY_TITLE,
  updateSavedReply,
  type SavedReply,
} from '#contract/saved-replies.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { contractResolver } from '#src/api/contract-resolver.ts';
import { useWrite } from '#src/api/write.ts';
import { formatCount } from '#src/format/number.ts';
import { ConfirmDialog } from '#src/forms/confirm-dialog.tsx';
import { fieldOf, TextArea, TextField } from '#src/forms/field.tsx';
import { FormDialog } from '#src/forms/form-dialog.tsx';
import { WriteFailure } from '#src/forms/write-failure.tsx';
import { fillFields, openFields, REPLY_FIELDS } from '#src/ticket-edit/saved-replies.ts';
import { TextButton } from '#src/ui/button.tsx';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { messages } from './messages.ts';

interface EditDialogProps {
  /** Null for a new one. */
  readonly reply: SavedReply | null;
  /** The title that a new one begins with. */
  readonly title: string;
  readonly onClose: () => void;
}

/** Creates a saved reply, or changes one. */
export function EditDialog({ reply, title, onClose }: EditDialogProps) {
  const adding = useWrite(createSavedReply);
  const changing = useWrite(updateSavedReply);
  const { isBusy, error } = reply === null ? adding : changing;
  const newest = currentOf(error);
  const texts = reply === null ? messages.create : messages.change;
  const form = useForm<{ title: string; body: string }, unknown, Body<typeof createSavedReply>>({
    defaultValues: { title: reply?.title ?? title, body: reply?.body ?? '' },
    mode: 'onChange',
    resolver: contractResolver({
      schema: createSavedReply.body,
      names: { title: messages.title.label, body: messages.body.label },
      bodyOf: (typed: { readonly title: string; readonly body: string }) => ({ ...typed, title: typed.title.trim() }),
    }),
  });
  const [typedTitle, body] = useWatch({ control: form.control, name: ['title', 'body'] });
  const unknown = openFields(fillFields(body, messages.fields));

  function send(sent: Body<typeof createSavedReply>): Promise<SavedReply | null> {
    if (reply === null) return adding.write({ body: sent });
    return changing.write({ body: { id: reply.id, version: newest?.version ?? reply.version, ...sent } });
  }

  return (
    <FormDialog
      title={texts.title}
      submit={texts.submit}
      form={form}
      isBusy={isBusy}
      error={error}
      failure={(failure) =>
        newest === null ? (
          <WriteFailure error={failure} />
        ) : (
          <p role="alert" className="mt-2 text-12 text-danger-text">
            {messages.conflict}
          </p>
        )
      }
      guard={messages.guard}
      className="w-[600px]"
      onClose={onClose}
      onSend={send}
      onDone={({ title: saved }) => {
        toast({ kind: 'done', text: texts.done(saved) });
        onClose();
      }}
    >
      <TextField
        label={messages.title.label}
        counter={{ text: typedTitle, from: 100, max: MAX_REPLY_TITLE }}
        {...fieldOf(form, 'title')}
      />
      <TextArea
        label={messages.body.label}
        counter={{ text: body, from: 18_000, max: MAX_REPLY_BODY }}
        {...fieldOf(form, 'body')}
      />
      <div className="-mt-2 text-12 text-ink-2">
        <p>{messages.body.hint}</p>
        <ul>
          {REPLY_FIELDS.map((field) => (
            <li key={field} className="flex flex-wrap items-center gap-x-2">
              <TextButton
                aria-label={messages.body.insert(`{{${field}}}`)}
                className="font-mono"
                onClick={() => {
                  form.setValue('body', `${body}{{${field}}}`, { shouldDirty: true, shouldValidate: true });
                  form.setFocus('body');
                }}
              >
                {`{{${field}}}`}
              </TextButton>
              {messages.fields[field]}
            </li>
          ))}
        </ul>
      </div>
      <p role="status" className="text-12 text-warn-text empty:hidden [overflow-wrap:anywhere]">
        {unknown.length === 0 ? null : messages.unknown(unknown.join(', '))}
      </p>
    </FormDialog>
  );
}

/** The saved reply as someone else has left it. */
function currentOf(error: Error | null): SavedReply | null {
  if (!(error instanceof ApiFailure) || error.kind !== 'conflict') return null;
  return updateSavedReply.reply.safeParse(error.current).data ?? null;
}

interface RemoveDialogProps {
  readonly reply: SavedReply;
  readonly onClose: () => void;
}

export function RemoveDialog({ reply: { id, title, used_count: used }, onClose }: RemoveDialogProps) {
  const { write, isBusy, error } = useWrite(deleteSavedReply);
  const texts = messages.removing;

  async function remove(): Promise<void> {
    if ((await write({ query: { id } })) === null) return;
    toast({ kind: 'done', text: texts.done(title) });
    onClose();
  }

  return (
    <ConfirmDialog
      title={texts.title(title)}
      submit={texts.submit}
      isDanger
      isFinal
      isBusy={isBusy}
      error={error}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <p>{texts.used(used, formatCount(used))}</p>
      <p className="text-12 text-ink-2">{texts.final}</p>
    </ConfirmDialog>
  );
}
