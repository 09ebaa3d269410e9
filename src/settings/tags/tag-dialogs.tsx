import { useState, type Ref } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import type { Body } from '#contract/operation.ts';
import { createTag, deleteTag, updateTag, type TagRecord } from '#contract/tags.ts';
import { contractResolver } from '#src/api/contract-resolver.ts';
import { inverse, useWrite } from '#src/api/write.ts';
import { formatCount } from '#src/format/number.ts';
import { ConfirmDialog } from '#src/forms/confirm-dialog.tsx';
import { fieldOf, TextField } from '#src/forms/field.tsx';
import { FormDialog } from '#src/forms/form-dialog.tsx';
import { Button } from '#src/ui/button.tsx';
import { useCombobox } from '#src/ui/combobox/use-combobox.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { messages } from './messages.ts';
import { Palette, paletteColor, Swatch } from './tag-colours.tsx';
import { findTaken, hasInName } from './tag-names.ts';

export type Asked =
  /** A null tag is a new one. */
  | { readonly kind: 'edit'; readonly tag: TagRecord | null }
  /** Without `into` the dialog asks for it. */
  | { readonly kind: 'merge'; readonly from: TagRecord; readonly into: TagRecord | null }
  | { readonly kind: 'remove'; readonly tag: TagRecord };

interface DialogProps {
  readonly tags: readonly TagRecord[];
  readonly onClose: () => void;
}

interface TagDialogProps extends DialogProps {
  readonly asked: Asked;
  readonly ask: (asked: Asked) => void;
}

export function TagDialog({ asked, ask, ...dialog }: TagDialogProps) {
  if (asked.kind === 'merge') return <MergeDialog {...dialog} from={asked.from} into={asked.into} />;
  if (asked.kind === 'remove') return <RemoveDialog tag={asked.tag} onClose={dialog.onClose} />;
  const { tag } = asked;
  return (
    <EditDialog
      {...dialog}
      tag={tag}
      onMerge={tag === null ? undefined : (into) => ask({ kind: 'merge', from: tag, into })}
    />
  );
}

interface EditDialogProps extends DialogProps {
  /** Null for a new tag. */
  readonly tag: TagRecord | null;
  /** Merges the tag into the one that has the typed name. */
  readonly onMerge: ((into: TagRecord) => void) | undefined;
}

/** Creates a tag, or renames and colours one; a change can be undone. */
function EditDialog({ tag, tags, onMerge, onClose }: EditDialogProps) {
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
  const taken = findTaken(useWatch({ control: form.control, name: 'name' }), tags, tag);
  const { error: problem, ...field } = fieldOf(form, 'name');
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
      <TextField
        label={messages.name.label}
        {...field}
        error={
          problem === undefined ? undefined : (
            <span role="status" className="flex flex-wrap items-center gap-1.5">
              {problem}
              {taken === undefined || onMerge === undefined ? null : (
                <Button size="sm" onClick={() => onMerge(taken)}>
                  <span className="max-w-48 truncate">{messages.name.mergeInstead(taken.name)}</span>
                </Button>
              )}
            </span>
          )
        }
      />
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
      // No tag has the ID 0: the contract refuses it.
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

/** A search field with the matching tags below it; arrow keys move through them. */
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
    // The sentence below tells what merging into it would do.
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
