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
import { useHistoryItems } from '#src/panels/history-link.tsx';
import { formatCount } from '#src/format/number.ts';
import { formatAge } from '#src/format/time.ts';
import { useNow } from '#src/format/use-now.ts';
import { fieldOf, TextField } from '#src/forms/field.tsx';
import { allTags, type AllTags } from '#src/ticket-edit/all-tags.ts';
import { Button, IconButton } from '#src/ui/button.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import type { MenuItem } from '#src/ui/overlay/menu-lines.tsx';
import { Menu } from '#src/ui/overlay/menu.tsx';
import type { Undoable } from '#src/undo/undo-entry.ts';
import { Instant } from '#src/ui/instant.tsx';
import { Table } from '#src/ui/table.tsx';
import { messages } from './messages.ts';
import { Palette, paletteColor, Swatch } from './tag-colours.tsx';
import { takenMessage, type Asked } from './tag-dialogs.tsx';
import { findTaken } from './tag-names.ts';

const PAGE = 200;

interface TagsTableProps {
  /** In their order. */
  readonly tags: readonly TagRecord[];
  readonly all: readonly TagRecord[];
  readonly reason: string | undefined;
  readonly ask: (asked: Asked) => void;
}

/** The tags, each with its tickets; a double press on a row renames it. */
export function TagsTable({ tags, all, reason, ask }: TagsTableProps) {
  const nowMs = useNow();
  const historyOf = useHistoryItems();
  const [most, setMost] = useState(PAGE);
  const [edited, setEdited] = useState<bigint | null>(null);
  const before = useRef<bigint | null>(null);
  // The focus goes back to where the editing began.
  useEffect(() => {
    if (edited === null && before.current !== null) document.getElementById(actionsId({ id: before.current }))?.focus();
    before.current = edited;
  }, [edited]);
  const { column } = messages;
  const actionsOf = (tag: TagRecord): readonly MenuItem[] => [
    { key: 'edit', label: messages.edit, icon: 'pencil', onSelect: () => setEdited(tag.id) },
    {
      key: 'merge',
      label: messages.merge,
      icon: 'forward',
      onSelect: () => ask({ kind: 'merge', from: tag, into: null }),
    },
    {
      key: 'remove',
      label: messages.remove,
      icon: 'close',
      danger: true,
      onSelect: () => ask({ kind: 'remove', tag }),
    },
  ];
  return (
    <>
      <Table
        className="mt-2"
        caption={messages.tags}
        rows={tags.slice(0, most)}
        keyOf={({ id }) => id.toString()}
        onRowDoubleClick={reason === undefined ? ({ id }) => setEdited(id) : undefined}
        replaced={(tag) =>
          tag.id === edited ? (
            <EditForm
              tag={tag}
              tags={all}
              onClose={() => setEdited(null)}
              onMerge={(into) => {
                setEdited(null);
                ask({ kind: 'merge', from: tag, into });
              }}
            />
          ) : null
        }
        columns={[
          {
            key: 'tag',
            head: column.tag,
            isRowHead: true,
            cell: ({ name, color }) => (
              <span className="flex min-w-0 items-center gap-2 font-medium">
                <Swatch color={color} />
                <span dir="auto" className="min-w-0 [overflow-wrap:anywhere]">
                  {name}
                </span>
              </span>
            ),
          },
          { key: 'tickets', head: column.tickets, isFigure: true, cell: (tag) => <TicketCount tag={tag} /> },
          {
            key: 'added',
            head: column.added,
            isFigure: true,
            className: 'text-ink-3 max-sm:hidden',
            cell: ({ created_utc: at }) => <Instant at={at}>{formatAge(nowMs - Date.parse(at))}</Instant>,
          },
          {
            key: 'actions',
            head: column.actions,
            isHeadHidden: true,
            isFigure: true,
            className: 'w-8',
            cell: (tag) => (
              <Menu
                label={messages.actionsOf(tag.name)}
                align="end"
                items={[
                  ...actionsOf(tag).map((item) => ({ ...item, disabledReason: reason })),
                  ...historyOf({ type: 'tag', id: tag.id }),
                ]}
                trigger={(props) => (
                  <IconButton
                    {...props}
                    id={actionsId(tag)}
                    icon="more"
                    size="sm"
                    label={messages.actionsOf(tag.name)}
                  />
                )}
              />
            ),
          },
        ]}
      />
      {tags.length > most ? (
        <Button className="mt-3" onClick={() => setMost(most + PAGE)}>
          {messages.moreRows(Math.min(PAGE, tags.length - most))}
        </Button>
      ) : null}
    </>
  );
}

/** The button that the focus goes back to. */
function actionsId(tag: Pick<TagRecord, 'id'>): string {
  return `tag-actions-${tag.id}`;
}

/** How many tickets have it: a way to them where the inbox can be filtered by tags. */
function TicketCount({ tag: { name, ticket_count: n } }: { readonly tag: TagRecord }) {
  const isListable = hasExtension(useWhoami(), 'ticket_filters');
  const count = formatCount(n);
  if (!isListable || n === 0) return count;
  return (
    <Link
      to="/inbox"
      search={{ status: 'all', tag: name }}
      aria-label={messages.ticketsOf(name, n, count)}
      className="hit relative inline-block min-w-6 leading-6 text-ink underline decoration-line-strong underline-offset-2 hover:decoration-current"
    >
      {count}
    </Link>
  );
}

interface EditFormProps {
  readonly tag: TagRecord;
  readonly tags: readonly TagRecord[];
  readonly onClose: () => void;
  readonly onMerge: (into: TagRecord) => void;
}

/** In place of a tag's row while its name is written: Enter renames, Esc leaves it, a colour is taken at once. */
function EditForm({ tag, tags, onClose, onMerge }: EditFormProps) {
  const { write, isBusy, error, reset } = useWrite(updateTag);
  const colour = useTagColour(tag);
  const form = useForm<{ name: string }, unknown, Body<typeof updateTag>>({
    defaultValues: { name: tag.name },
    mode: 'onChange',
    resolver: contractResolver({
      schema: updateTag.body,
      names: { name: messages.name.label },
      bodyOf: ({ name }: { readonly name: string }) => ({ id: tag.id, name: name.trim() }),
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
        <Button type="submit" variant="primary" busy={isBusy} disabledReason={isSame ? messages.rename.same : problem}>
          {messages.rename.submit(tag.ticket_count, formatCount(tag.ticket_count))}
        </Button>
        <IconButton icon="close" label={messages.rename.cancel} kbd="escape" onClick={onClose} />
      </span>
    </form>
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
