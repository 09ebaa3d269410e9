import { useState, type Ref } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import type { Body } from '#contract/operation.ts';
import { createTag, deleteTag, updateTag, type TagRecord } from '#contract/tags.ts';
import { contractResolver } from '#src/api/contract-resolver.ts';
import { useWrite } from '#src/api/write.ts';
import { formatCount } from '#src/format/number.ts';
import { ConfirmDialog } from '#src/forms/confirm-dialog.tsx';
import { fieldOf, TextField } from '#src/forms/field.tsx';
import { FormDialog } from '#src/forms/form-dialog.tsx';
import { useCombobox } from '#src/ui/combobox/use-combobox.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { messages } from './messages.ts';
import { Palette, paletteColor, Swatch } from './tag-colours.tsx';
import { findTaken, hasInName } from './tag-names.ts';

/** What is asked of the person. */
export type Asked =
  | { readonly kind: 'new' }
  /** `into`: where it is known already. */
  | { readonly kind: 'merge'; readonly from: TagRecord; readonly into: TagRecord | null }
  | { readonly kind: 'remove'; readonly tag: TagRecord };

interface DialogProps {
  readonly tags: readonly TagRecord[];
  readonly onClose: () => void;
}

export function TagDialog({ asked, ...dialog }: DialogProps & { readonly asked: Asked }) {
  if (asked.kind === 'new') return <NewTagDialog {...dialog} />;
  if (asked.kind === 'merge') return <MergeDialog {...dialog} from={asked.from} into={asked.into} />;
  return <RemoveDialog tag={asked.tag} onClose={dialog.onClose} />;
}

interface NewTag {
  name: string;
  color: number | null;
}

function NewTagDialog({ tags, onClose }: DialogProps) {
  const { write, isBusy, error } = useWrite(createTag);
  const form = useForm<NewTag, unknown, Body<typeof createTag>>({
    defaultValues: { name: '', color: null },
    mode: 'onChange',
    resolver: contractResolver({
      schema: createTag.body,
      names: { name: messages.name.label },
      bodyOf: ({ name, color }: NewTag) => ({ name: name.trim(), color: paletteColor(color) }),
      also: ({ name }) => ({ name: takenMessage(findTaken(name, tags)) }),
    }),
  });

  return (
    <FormDialog
      title={messages.create.title}
      submit={messages.create.submit}
      form={form}
      isBusy={isBusy}
      error={error}
      onClose={onClose}
      onSend={(body) => write({ body })}
      onDone={({ name }) => {
        toast({ kind: 'done', text: messages.create.done(name) });
        onClose();
      }}
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

export function takenMessage(taken: TagRecord | undefined): string | undefined {
  return taken === undefined ? undefined : messages.name.taken(taken.name);
}

interface MergeDialogProps extends DialogProps {
  readonly from: TagRecord;
  readonly into: TagRecord | null;
}

function MergeDialog({ tags, from, into, onClose }: MergeDialogProps) {
  const { write, isBusy, error } = useWrite(updateTag);
  const form = useForm<{ into: bigint | null }, unknown, Body<typeof updateTag>>({
    defaultValues: { into: into?.id ?? null },
    resolver: contractResolver({
      schema: updateTag.body,
      names: { into: messages.merging.list },
      // No tag has the id 0: without one to stay the contract refuses it.
      bodyOf: (values: { readonly into: bigint | null }) => ({ id: from.id, merge_into_id: values.into ?? 0n }),
    }),
  });
  const chosen = useWatch({ control: form.control, name: 'into' });
  const target = into ?? tags.find(({ id }) => id === chosen) ?? null;
  const { sentence, final, done, choose, submit, title } = messages.merging;
  const count = from.ticket_count;
  return (
    <FormDialog
      title={title(from.name)}
      submit={submit}
      isFinal={into !== null}
      disabledReason={target === null ? choose : undefined}
      form={form}
      isBusy={isBusy}
      error={error}
      onClose={onClose}
      onSend={(body) => write({ body })}
      onDone={({ changed_tickets: n }) => {
        if (target !== null) toast({ kind: 'done', text: done(from.name, target.name, n, formatCount(n)) });
        onClose();
      }}
    >
      {into === null ? (
        <Controller
          control={form.control}
          name="into"
          render={({ field: { onChange, ref } }) => (
            <TagPicker
              fieldRef={ref}
              tags={tags.filter(({ id }) => id !== from.id)}
              chosen={target}
              onChoose={({ id }) => onChange(id)}
            />
          )}
        />
      ) : null}
      <div>
        <p aria-live="polite" className="font-medium [overflow-wrap:anywhere]">
          {target === null ? null : sentence(from.name, target.name, count, formatCount(count))}
        </p>
        {target === null ? null : <p className="text-12 text-ink-2">{final(from.name)}</p>}
      </div>
    </FormDialog>
  );
}

const MAX_SHOWN = 50;

interface TagPickerProps {
  readonly fieldRef: Ref<HTMLInputElement>;
  readonly tags: readonly TagRecord[];
  readonly chosen: TagRecord | null;
  readonly onChoose: (tag: TagRecord) => void;
}

/** A field that finds a tag, and the tags below it: the arrow keys go through them. */
function TagPicker({ fieldRef, tags, chosen, onChoose }: TagPickerProps) {
  const [text, setText] = useState('');
  const shown = tags
    .filter((tag) => hasInName(tag, text))
    .toSorted((a, b) => b.ticket_count - a.ticket_count)
    .slice(0, MAX_SHOWN);
  const combobox = useCombobox({
    options: shown,
    keyOf: ({ id }) => String(id),
    text,
    onText: setText,
    start: chosen === null ? null : String(chosen.id),
    followsPointer: false,
    isSelected: ({ id }) => id === chosen?.id,
    onChoose,
    // The sentence below says at once what merging into it would do.
    onMove: onChoose,
  });
  return (
    <div>
      <TextField
        ref={fieldRef}
        label={messages.merging.choose}
        isLabelHidden
        placeholder={messages.merging.choose}
        {...combobox.inputProps}
      />
      <div aria-label={messages.merging.list} className="mt-1 max-h-56 overflow-y-auto" {...combobox.listboxProps}>
        {shown.map((tag) => (
          <div
            key={tag.id}
            {...combobox.optionProps(tag)}
            className={`flex min-h-control cursor-pointer items-center gap-2 rounded-chip px-2 ${
              tag.id === chosen?.id ? 'bg-selected' : 'hover:bg-hover'
            }`}
          >
            <Swatch color={tag.color} />
            <span dir="auto" className="min-w-0 flex-1 truncate">
              {tag.name}
            </span>
            <span className="text-12 text-ink-3 tabular-nums">{formatCount(tag.ticket_count)}</span>
          </div>
        ))}
      </div>
      {shown.length === 0 ? (
        <p role="status" className="px-2 text-12 text-ink-3">
          {messages.merging.nothing(text.trim())}
        </p>
      ) : null}
    </div>
  );
}

function RemoveDialog({ tag, onClose }: { readonly tag: TagRecord } & Pick<DialogProps, 'onClose'>) {
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
