import { useEffect } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { Body } from '#contract/operation.ts';
import { updateTag, type TagRecord } from '#contract/tags.ts';
import { contractResolver } from '#src/api/contract-resolver.ts';
import { failureMessage } from '#src/api/failure-message.ts';
import { useWrite } from '#src/api/write.ts';
import { formatCount } from '#src/format/number.ts';
import { Button } from '#src/ui/button.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { messages } from './tags-messages.ts';
import { NameField } from './tags-name-field.tsx';
import { findTaken, takenMessage } from './tags-name.ts';
import { Palette, Swatch } from './tags-swatch.tsx';
import { inverseOf, useTagColour } from './tags-write.ts';

interface EditRowProps {
  readonly tag: TagRecord;
  readonly tags: readonly TagRecord[];
  readonly columns: number;
  readonly onClose: () => void;
  readonly onMerge: (into: TagRecord) => void;
}

interface Values {
  name: string;
}

/** A tag's row while its name is written: Enter renames, Esc leaves it, a colour is taken at once. */
export function EditRow({ tag, tags, columns, onClose, onMerge }: EditRowProps) {
  const { write, isBusy, error, reset } = useWrite(updateTag);
  const colour = useTagColour(tag);
  const { register, control, formState, handleSubmit, setFocus } = useForm<Values, unknown, Body<typeof updateTag>>({
    defaultValues: { name: tag.name },
    mode: 'onChange',
    resolver: contractResolver({
      schema: updateTag.body,
      names: { name: messages.name.label },
      bodyOf: ({ name }: Values) => ({ id: tag.id, name: name.trim() }),
      also: ({ name }) => ({ name: takenMessage(findTaken(name, tags, tag)) }),
    }),
  });
  useEffect(() => setFocus('name', { shouldSelect: true }), [setFocus]);
  useShortcut('escape', onClose, { inFields: true });
  const typed = useWatch({ control, name: 'name' });
  const isSame = typed.trim() === tag.name;
  const problem = formState.errors.name?.message;
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

  const { ref, ...input } = register('name', { onChange: reset });
  return (
    <tr className="border-b border-line bg-hover">
      <td colSpan={columns} className="py-1">
        <form
          className="flex flex-wrap items-start gap-x-2 gap-y-1.5"
          noValidate
          onSubmit={(event) => void handleSubmit(rename)(event)}
        >
          <span className="flex h-control flex-none items-center">
            <Swatch color={tag.color} />
          </span>
          <NameField
            label={messages.rename.label(tag.name)}
            isLabelHidden
            inputRef={ref}
            input={input}
            problem={shown === undefined ? null : { text: shown, taken: findTaken(typed, tags, tag) }}
            onMerge={onMerge}
            className="flex-[1_1_180px]"
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
