import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { Body } from '#contract/operation.ts';
import { updateTag, type TagRecord } from '#contract/tags.ts';
import { contractResolver } from '#src/api/contract-resolver.ts';
import { failureMessage } from '#src/api/failure-message.ts';
import { patchQueries } from '#src/api/patch-queries.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { inverse, useWrite } from '#src/api/write.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatAge, formatInstant } from '#src/format/time.ts';
import { formatCount } from '#src/format/number.ts';
import { useNow } from '#src/format/use-now.ts';
import { fieldOf, TextField } from '#src/forms/field.tsx';
import { allTags, type AllTags } from '#src/ticket-edit/all-tags.ts';
import { Button, IconButton } from '#src/ui/button.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { Menu } from '#src/ui/overlay/menu.tsx';
import type { Undoable } from '#src/undo/undo-entry.ts';
import { messages } from './messages.ts';
import { Palette, paletteColor, Swatch } from './tag-colours.tsx';
import { takenMessage } from './tag-dialogs.tsx';
import { findTaken } from './tag-names.ts';

const PAGE = 200;
const HEAD = 'py-1.5 text-12 font-medium text-ink-3';

interface TagsTableProps {
  /** In their order. */
  readonly tags: readonly TagRecord[];
  readonly all: readonly TagRecord[];
  readonly reason: string | undefined;
  readonly onMerge: (from: TagRecord, into: TagRecord | null) => void;
  readonly onRemove: (tag: TagRecord) => void;
}

export function TagsTable({ tags, all, reason, onMerge, onRemove }: TagsTableProps) {
  const zone = useDisplayZone();
  const nowMs = useNow();
  const isListable = hasExtension(useWhoami(), 'ticket_filters');
  const [most, setMost] = useState(PAGE);
  const [edited, setEdited] = useState<bigint | null>(null);
  const before = useRef<bigint | null>(null);
  // The focus goes back to where the editing began.
  useEffect(() => {
    if (edited === null && before.current !== null) document.getElementById(actionsId({ id: before.current }))?.focus();
    before.current = edited;
  }, [edited]);
  return (
    <>
      <table className="mt-2 w-full border-collapse">
        <caption className="sr-only">{messages.tags}</caption>
        <thead>
          <tr className="border-b border-line">
            <th scope="col" className={`${HEAD} text-start`}>
              {messages.column.tag}
            </th>
            <th scope="col" className={`${HEAD} px-2 text-end`}>
              {messages.column.tickets}
            </th>
            <th scope="col" className={`${HEAD} px-2 text-end max-sm:hidden`}>
              {messages.column.added}
            </th>
            <th scope="col" className="w-8">
              <span className="sr-only">{messages.column.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {tags.slice(0, most).map((tag) =>
            tag.id === edited ? (
              <EditRow
                key={tag.id}
                tag={tag}
                tags={all}
                columns={4}
                onClose={() => setEdited(null)}
                onMerge={(into) => {
                  setEdited(null);
                  onMerge(tag, into);
                }}
              />
            ) : (
              <TagRow
                key={tag.id}
                tag={tag}
                nowMs={nowMs}
                zone={zone}
                isListable={isListable}
                reason={reason}
                onEdit={() => setEdited(tag.id)}
                onMerge={() => onMerge(tag, null)}
                onRemove={() => onRemove(tag)}
              />
            ),
          )}
        </tbody>
      </table>
      {tags.length > most ? (
        <Button className="mt-3" onClick={() => setMost(most + PAGE)}>
          {messages.moreRows(Math.min(PAGE, tags.length - most))}
        </Button>
      ) : null}
    </>
  );
}

interface TagRowProps {
  readonly tag: TagRecord;
  readonly nowMs: number;
  readonly zone: string;
  /** Whether the inbox can be filtered by tags. */
  readonly isListable: boolean;
  /** Why nothing can be changed. */
  readonly reason: string | undefined;
  readonly onEdit: () => void;
  readonly onMerge: () => void;
  readonly onRemove: () => void;
}

/** The button that the focus goes back to. */
function actionsId(tag: Pick<TagRecord, 'id'>): string {
  return `tag-actions-${tag.id}`;
}

function TagRow({ tag, nowMs, zone, isListable, reason, onEdit, onMerge, onRemove }: TagRowProps) {
  const count = formatCount(tag.ticket_count);
  const lines = [
    { key: 'edit', label: messages.edit, icon: 'pencil', onSelect: onEdit },
    { key: 'merge', label: messages.merge, icon: 'forward', onSelect: onMerge },
    { key: 'remove', label: messages.remove, icon: 'close', danger: true, onSelect: onRemove },
  ] as const;
  return (
    <tr className="border-b border-line hover:bg-hover" onDoubleClick={reason === undefined ? onEdit : undefined}>
      <th scope="row" className="min-h-row py-1.5 pe-3 text-start font-medium">
        <span className="flex min-w-0 items-center gap-2">
          <Swatch color={tag.color} />
          <span dir="auto" className="min-w-0 [overflow-wrap:anywhere]">
            {tag.name}
          </span>
        </span>
      </th>
      <td className="px-2 text-end tabular-nums">
        {isListable && tag.ticket_count > 0 ? (
          <Link
            to="/inbox"
            search={{ status: 'all', tag: tag.name }}
            aria-label={messages.ticketsOf(tag.name, tag.ticket_count, count)}
            className="hit relative inline-block min-w-6 leading-6 text-ink underline decoration-line-strong underline-offset-2 hover:decoration-current"
          >
            {count}
          </Link>
        ) : (
          count
        )}
      </td>
      <td className="px-2 text-end whitespace-nowrap text-ink-3 tabular-nums max-sm:hidden">
        <time dateTime={tag.created_utc} title={formatInstant(tag.created_utc, zone)}>
          {formatAge(nowMs - Date.parse(tag.created_utc))}
        </time>
      </td>
      <td className="w-8 py-1 text-end">
        <Menu
          label={messages.actionsOf(tag.name)}
          align="end"
          items={lines.map((line) => ({ ...line, disabledReason: reason }))}
          trigger={(props) => (
            <IconButton {...props} id={actionsId(tag)} icon="more" label={messages.actionsOf(tag.name)} />
          )}
        />
      </td>
    </tr>
  );
}

interface EditRowProps {
  readonly tag: TagRecord;
  readonly tags: readonly TagRecord[];
  readonly columns: number;
  readonly onClose: () => void;
  readonly onMerge: (into: TagRecord) => void;
}

interface Rename {
  name: string;
}

/** A tag's row while its name is written: Enter renames, Esc leaves it, a colour is taken at once. */
function EditRow({ tag, tags, columns, onClose, onMerge }: EditRowProps) {
  const { write, isBusy, error, reset } = useWrite(updateTag);
  const colour = useTagColour(tag);
  const form = useForm<Rename, unknown, Body<typeof updateTag>>({
    defaultValues: { name: tag.name },
    mode: 'onChange',
    resolver: contractResolver({
      schema: updateTag.body,
      names: { name: messages.name.label },
      bodyOf: ({ name }: Rename) => ({ id: tag.id, name: name.trim() }),
      also: ({ name }) => ({ name: takenMessage(findTaken(name, tags, tag)) }),
    }),
  });
  const { setFocus } = form;
  useEffect(() => setFocus('name', { shouldSelect: true }), [setFocus]);
  useShortcut('escape', onClose, { inFields: true });
  const typed = useWatch({ control: form.control, name: 'name' });
  const isSame = typed.trim() === tag.name;
  const taken = findTaken(typed, tags, tag);
  const { error: problem, ...field } = fieldOf(form, 'name', { onChange: reset });
  const shown = problem ?? (error === null ? undefined : failureMessage(error));

  async function rename(body: Body<typeof updateTag>): Promise<void> {
    if (isSame) return onClose();
    const renamed = await write(
      { body },
      {
        undo: ({ name, changed_tickets: n }) => ({
          text: messages.rename.done(tag.name, name, n, formatCount(n)),
          undo: inverseOf({ id: tag.id, name: tag.name }, name, messages.rename.undone(tag.name)),
        }),
      },
    );
    if (renamed !== null) onClose();
  }

  return (
    <tr className="border-b border-line bg-hover">
      <td colSpan={columns} className="py-1">
        <form
          className="flex flex-wrap items-start gap-x-2 gap-y-1.5"
          noValidate
          onSubmit={(event) => void form.handleSubmit(rename)(event)}
        >
          <span className="flex h-control flex-none items-center">
            <Swatch color={tag.color} />
          </span>
          <TextField
            label={messages.rename.label(tag.name)}
            isLabelHidden
            spellCheck={false}
            className="flex-[1_1_180px]"
            {...field}
            error={
              shown === undefined ? undefined : (
                <span role="status" className="flex flex-wrap items-center gap-1.5">
                  {shown}
                  {taken === undefined ? null : (
                    <Button size="sm" onClick={() => onMerge(taken)}>
                      <span className="max-w-48 truncate">{messages.name.mergeInstead(taken.name)}</span>
                    </Button>
                  )}
                </span>
              )
            }
          />
          <span className="flex min-h-control items-center">
            <Palette value={tag.color} onChange={colour} />
          </span>
          <span className="ms-auto flex items-center gap-1">
            <Button
              type="submit"
              variant="primary"
              busy={isBusy}
              disabledReason={isSame ? messages.rename.same : problem}
            >
              {messages.rename.submit(tag.ticket_count, formatCount(tag.ticket_count))}
            </Button>
            <IconButton icon="close" label={messages.rename.cancel} kbd="escape" onClick={onClose} />
          </span>
        </form>
      </td>
    </tr>
  );
}

/** Colours a tag: shown at once and saved behind it; a toast says where that failed, and the colour is the old one again. */
function useTagColour(tag: TagRecord): (color: number | null) => void {
  const { id, name } = tag;
  const { write } = useWrite(updateTag, { queues: true, failed: (why) => messages.colour.failed(name, why) });
  return (color) => {
    if (color === tag.color) return;
    const paint = (one: TagRecord) => (one.id === id ? { ...one, color } : one);
    void write(
      { body: { id, color: paletteColor(color) } },
      {
        optimistic: () =>
          patchQueries<AllTags>({ queryKey: allTags.queryKey }, (all) => ({ ...all, tags: all.tags.map(paint) })),
        undo: () => ({
          text: messages.colour.changed(name),
          undo: inverseOf({ id, color: paletteColor(tag.color) }, name, messages.colour.undone(name)),
        }),
      },
    );
  };
}

/** @param name what the tag is called while the change stands */
function inverseOf(body: Body<typeof updateTag>, name: string, done: string): Undoable['undo'] {
  return inverse(updateTag, { body }, { failed: (why) => messages.undoFailed(name, why), done });
}
