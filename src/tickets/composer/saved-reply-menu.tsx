import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useRef, useState, type RefObject } from 'react';
import type { SavedReply } from '#contract/saved-replies.ts';
import { failureMessage } from '#src/api/failure-message.ts';
import { hasWords, savedReplyOptions } from '#src/ticket-edit/saved-replies.ts';
import { TEXT_LINK } from '#src/ui/button.tsx';
import { useCombobox, type ComboboxKey } from '#src/ui/combobox/use-combobox.ts';
import { Layer } from '#src/ui/overlay/popover.tsx';
import { messages } from './messages.ts';

const words = messages.savedReplies;

interface SavedReplyMenuProps {
  /** The text field, which gets the focus back. */
  readonly anchor: RefObject<HTMLElement | null>;
  readonly onChoose: (reply: SavedReply) => void;
  /** @param typed what was typed here, which belongs to the text now; null where the slash goes too */
  readonly onClose: (typed: string | null) => void;
}

/** Finds a saved reply while typing, above the text. */
export function SavedReplyMenu({ anchor, onChoose, onClose }: SavedReplyMenuProps) {
  const layerId = useId();
  const [text, setText] = useState('');
  const typed = useRef('');
  const all = useQuery(savedReplyOptions());
  const isCut = all.data !== undefined && all.data.total_count > all.data.items.length;
  const asked = isCut ? text.trim() : '';
  const search = useQuery({ ...savedReplyOptions(asked), enabled: asked !== '' });
  const query = asked === '' ? all : search;
  const found = (query.data?.items ?? []).filter(({ title, body }) => hasWords(`${title}\n${body}`, text.trim()));
  const { inputProps, listboxProps, optionProps, active } = useCombobox({
    options: found,
    keyOf: ({ id }) => id.toString(),
    text,
    onText: (next) => {
      typed.current = next;
      setText(next);
    },
    isLoading: query.isPending,
    onChoose,
    onChooseNone: () => leave(text),
    onKey,
  });

  function leave(typedHere: string | null): void {
    anchor.current?.focus();
    onClose(typedHere);
  }

  function onKey({ key, ctrlKey, metaKey }: ComboboxKey): boolean {
    // Sending waits until the text is whole.
    if (key === 'Enter' && (ctrlKey || metaKey)) leave(text);
    // A slash between two words.
    else if (key === ' ' && text === '') leave(' ');
    else if (key === 'Backspace' && text === '') leave(null);
    else return false;
    return true;
  }

  return (
    <Layer
      id={layerId}
      role="dialog"
      label={words.label}
      anchor={anchor}
      side="block-start"
      className="w-96"
      onClose={() => onClose(typed.current)}
    >
      <input
        {...inputProps}
        type="text"
        dir="auto"
        aria-label={words.find}
        placeholder={words.find}
        className="mb-1 min-h-control w-full rounded-control border border-line-control bg-surface px-2 max-md:pointer-coarse:text-16"
      />
      <div {...listboxProps} aria-label={words.label} className="max-h-64 overflow-y-auto empty:hidden">
        {found.map((reply) => (
          <div
            key={reply.id.toString()}
            {...optionProps(reply)}
            className={`cursor-pointer rounded-chip px-2 py-1 pointer-coarse:min-h-11 ${reply === active ? 'bg-selected' : ''}`}
          >
            <p dir="auto" className="truncate font-medium">
              {reply.title}
            </p>
            <p dir="auto" className="truncate text-12 text-ink-3">
              {reply.body}
            </p>
          </div>
        ))}
      </div>
      <p role="status" className="px-2 text-12 text-ink-3 empty:hidden">
        {query.isPending
          ? words.loading
          : query.isError && query.data === undefined
            ? `${words.failed} ${failureMessage(query.error)}`
            : found.length > 0
              ? null
              : text.trim() === ''
                ? words.none
                : words.noMatch}
      </p>
      <p className="mt-1 border-t border-line px-2 pt-1 text-12">
        {/* In a frame it opens a tab beside this page. */}
        <Link to="/settings/saved-replies" className={TEXT_LINK} onClick={() => leave(text === '' ? null : text)}>
          {words.manage}
        </Link>
      </p>
    </Layer>
  );
}
