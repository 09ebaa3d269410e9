import type { RefObject } from 'react';
import { Icon } from '#src/ui/icons/icon.tsx';
import { Kbd } from '#src/ui/keys/kbd.tsx';
import { Segmented } from '#src/ui/segmented.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { messages } from './tags-messages.ts';

export type TagOrder = 'tickets' | 'recent' | 'name';

interface TagsToolsProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly order: TagOrder;
  readonly onOrder: (order: TagOrder) => void;
}

/** The search and the order of the tags. */
export function TagsTools({ field, text, onText, order, onOrder }: TagsToolsProps) {
  useShortcut('/', () => field.current?.select(), { label: messages.find, group: messages.group });
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
      <search className="relative flex min-w-48 flex-[1_1_0] items-center md:max-w-60">
        <Icon name="search" size={14} className="pointer-events-none absolute start-2.5 text-ink-3" />
        <input
          ref={field}
          type="search"
          aria-label={messages.find}
          placeholder={messages.find}
          autoComplete="off"
          spellCheck={false}
          value={text}
          className="min-h-control w-full rounded-control border border-line-control bg-surface ps-8 pe-8 text-ink"
          onChange={(event) => onText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || text === '') return;
            event.preventDefault();
            onText('');
          }}
        />
        {text === '' ? (
          <span className="pointer-events-none absolute end-1.5">
            <Kbd keys="/" />
          </span>
        ) : null}
      </search>
      <span className="flex items-center gap-2 md:ms-auto">
        <span aria-hidden="true" className="text-12 text-ink-3 max-sm:hidden">
          {messages.orderBy}
        </span>
        <Segmented<TagOrder>
          label={messages.orderBy}
          value={order}
          onChange={onOrder}
          options={[
            { value: 'tickets', label: messages.order.tickets },
            { value: 'recent', label: messages.order.recent },
            { value: 'name', label: messages.order.name },
          ]}
        />
      </span>
    </div>
  );
}
