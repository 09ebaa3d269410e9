import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { TagRecord } from '#contract/tags.ts';
import { formatCount } from '#src/format/number.ts';
import { announce } from '#src/ui/announce.ts';
import { Button } from '#src/ui/button.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { useShortcut } from '#src/ui/shortcuts.ts';
import { messages } from './tags-messages.ts';
import { NameField } from './tags-name-field.tsx';
import { checkName } from './tags-name.ts';
import { Palette, Swatch } from './tags-swatch.tsx';
import { colourTag, renameTag, whyNot } from './tags-write.ts';

interface EditRowProps {
  readonly tag: TagRecord;
  readonly tags: readonly TagRecord[];
  readonly columns: number;
  readonly onClose: () => void;
  readonly onMerge: (into: TagRecord) => void;
}

/** A tag's row while its name is written: Enter renames, Esc leaves it, a colour is taken at once. */
export function EditRow({ tag, tags, columns, onClose, onMerge }: EditRowProps) {
  const [name, setName] = useState(tag.name);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  useShortcut('escape', onClose, { inFields: true });
  const problem = checkName(name, tags, tag);
  const isSame = name.trim() === tag.name;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isSame) return onClose();
    if (problem !== null || isBusy) {
      input.current?.focus();
      return;
    }
    setBusy(true);
    setFailure(null);
    try {
      await renameTag(tag, name.trim());
      onClose();
    } catch (error) {
      setFailure(whyNot(error));
      announce(whyNot(error), 'assertive');
      setBusy(false);
    }
  }

  return (
    <tr className="border-b border-line bg-hover">
      <td colSpan={columns} className="py-1">
        <form className="flex flex-wrap items-start gap-x-2 gap-y-1.5" onSubmit={(event) => void submit(event)}>
          <span className="flex h-control flex-none items-center">
            <Swatch color={tag.color} />
          </span>
          <NameField
            ref={input}
            label={messages.rename.label(tag.name)}
            isLabelHidden
            value={name}
            onChange={(text) => {
              setName(text);
              setFailure(null);
            }}
            problem={problem ?? (failure === null ? null : { text: failure })}
            onMerge={onMerge}
            className="flex-[1_1_180px]"
          />
          <span className="flex min-h-control items-center">
            <Palette value={tag.color} onChange={(color) => void colourTag(tag, color)} />
          </span>
          <span className="ms-auto flex items-center gap-1">
            <Button
              type="submit"
              variant="primary"
              busy={isBusy}
              disabledReason={isSame ? messages.rename.same : problem?.text}
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
