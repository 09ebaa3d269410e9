import { Controller, useForm, useWatch } from 'react-hook-form';
import type { Body } from '#contract/operation.ts';
import { createTag, deleteTag, updateTag, type TagRecord } from '#contract/tags.ts';
import { contractResolver } from '#src/api/contract-resolver.ts';
import { inverse, useWrite } from '#src/api/write.ts';
import { formatCount } from '#src/format/number.ts';
import { ConfirmDialog } from '#src/forms/confirm-dialog.tsx';
import { fieldOf, SelectField, TextField } from '#src/forms/field.tsx';
import { FormDialog } from '#src/forms/form-dialog.tsx';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { messages } from './messages.ts';
import { Palette, paletteColor } from './tag-colours.tsx';

interface DialogProps {
  readonly tags: readonly TagRecord[];
  readonly onClose: () => void;
}

interface EditDialogProps extends DialogProps {
  /** Null for a new tag. */
  readonly tag: TagRecord | null;
}

/** Another tag with the same name; case does not matter. */
function findTaken(name: string, tags: readonly TagRecord[], own: TagRecord | null): TagRecord | undefined {
  const wanted = name.trim().toLowerCase();
  return tags.find((tag) => tag.id !== own?.id && tag.name.toLowerCase() === wanted);
}

/** Creates a tag, or renames and colours one; a change can be undone. */
export function EditDialog({ tag, tags, onClose }: EditDialogProps) {
  const adding = useWrite(createTag);
  const changing = useWrite(updateTag);
  const { isBusy, error } = tag === null ? adding : changing;
  const form = useForm<{ name: string; color: number | null }, unknown, Body<typeof createTag>>({
    defaultValues: { name: tag?.name ?? '', color: tag?.color ?? null },
    mode: 'onChange',
    resolver: contractResolver({
      schema: createTag.body,
      names: { name: messages.name.label },
      bodyOf: ({ name, color }: { readonly name: string; readonly color: number | null }) => ({
        name: name.trim(),
        color: paletteColor(color),
      }),
      also: ({ name }) => {
        const taken = findTaken(name, tags, tag);
        return { name: taken === undefined ? undefined : messages.name.taken(taken.name) };
      },
    }),
  });
  const count = tag?.ticket_count ?? 0;
  const texts = tag === null ? messages.create : messages.change;

  async function send(body: Body<typeof createTag>): Promise<object | null> {
    if (tag === null) {
      const added = await adding.write({ body });
      if (added !== null) toast({ kind: 'done', text: messages.create.done(added.name) });
      return added;
    }
    const { id, name, color } = tag;
    return changing.write(
      { body: { id, ...body } },
      {
        undo: ({ name: now, changed_tickets: n }) => ({
          text: messages.change.done(name, now, n, formatCount(n)),
          undo: inverse(
            updateTag,
            { body: { id, name, color: paletteColor(color) } },
            { failed: (why) => messages.change.undoFailed(name, why), done: messages.change.undone(name) },
          ),
        }),
      },
    );
  }

  return (
    <FormDialog
      title={texts.title}
      submit={tag === null || count === 0 ? texts.submit : messages.change.submitOn(count, formatCount(count))}
      form={form}
      isBusy={isBusy}
      error={error}
      onClose={onClose}
      onSend={send}
      onDone={onClose}
    >
      <TextField label={messages.name.label} {...fieldOf(form, 'name')} />
      <div>
        <p className="mb-1 text-12 font-medium">{messages.colour.label}</p>
        <Controller
          control={form.control}
          name="color"
          render={({ field: { value, onChange } }) => <Palette value={value} onChange={onChange} />}
        />
      </div>
    </FormDialog>
  );
}

interface MergeDialogProps extends DialogProps {
  readonly tag: TagRecord;
}

/** Merges a tag into the one that is chosen. */
export function MergeDialog({ tag, tags, onClose }: MergeDialogProps) {
  const { write, isBusy, error } = useWrite(updateTag);
  const form = useForm({ defaultValues: { into: '' } });
  const chosen = useWatch({ control: form.control, name: 'into' });
  const target = tags.find(({ id }) => id.toString() === chosen);
  const { sentence, final, done, choose, submit, title } = messages.merging;
  const { id, name, ticket_count: count } = tag;
  return (
    <FormDialog
      title={title(name)}
      submit={submit}
      disabledReason={target === undefined ? choose : undefined}
      form={form}
      isBusy={isBusy}
      error={error}
      onClose={onClose}
      onSend={async ({ into }) => write({ body: { id, merge_into_id: BigInt(into) } })}
      onDone={({ changed_tickets: n }) => {
        toast({ kind: 'done', text: done(name, target?.name ?? '', n, formatCount(n)) });
        onClose();
      }}
    >
      <SelectField
        label={messages.merging.into}
        options={[
          { value: '', label: choose },
          ...tags
            .filter((other) => other.id !== id)
            .toSorted((a, b) => a.name.localeCompare(b.name))
            .map((other) => ({ value: other.id.toString(), label: other.name })),
        ]}
        {...fieldOf(form, 'into')}
      />
      <div aria-live="polite">
        {target === undefined ? null : (
          <>
            <p className="font-medium [overflow-wrap:anywhere]">
              {sentence(name, target.name, count, formatCount(count))}
            </p>
            <p className="text-12 text-ink-2">{final(name)}</p>
          </>
        )}
      </div>
    </FormDialog>
  );
}

export function RemoveDialog({ tag, onClose }: Omit<MergeDialogProps, 'tags'>) {
  const { write, isBusy, error } = useWrite(deleteTag);
  const { title, sentence, final, submit, done } = messages.removing;
  const count = tag.ticket_count;

  async function remove(): Promise<void> {
    const removed = await write({ query: { id: tag.id } });
    if (removed === null) return;
    const { changed_tickets: n } = removed;
    toast({ kind: 'done', text: done(tag.name, n, formatCount(n)) });
    onClose();
  }

  return (
    <ConfirmDialog
      title={title(tag.name)}
      submit={submit}
      isDanger
      isFinal
      isBusy={isBusy}
      error={error}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <p className="font-medium [overflow-wrap:anywhere]">{sentence(tag.name, count, formatCount(count))}</p>
      <p className="text-12 text-ink-2">{final}</p>
    </ConfirmDialog>
  );
}
