import { memo, useEffect, useMemo, useRef } from 'react';
import { useTicketChange } from '#src/ticket-edit/update/change-store.ts';
import type { IconName } from '#src/ui/icons/icon-paths.ts';
import { Icon } from '#src/ui/icons/icon.tsx';
import { messages } from './messages.ts';
import type { Outcome, Queue, QueueItem } from './queue-model.ts';

const ICONS: Readonly<Record<Outcome, IconName>> = {
  resolved: 'check',
  closed: 'check',
  pending: 'clock',
  snoozed: 'clock',
  replied: 'chat',
  noted: 'pencil',
  changed: 'tag',
  passed: 'person',
  skipped: 'forward',
};

interface QueueStripProps {
  readonly queue: Queue;
  readonly currentId: string | null;
  readonly onOpen: (id: string) => void;
}

/** The handled tickets, oldest first, to go back to. */
export function QueueStrip({ queue, currentId, onOpen }: QueueStripProps) {
  const list = useRef<HTMLUListElement>(null);
  const { length } = queue.handled;
  useEffect(() => {
    list.current?.lastElementChild?.scrollIntoView({ block: 'nearest', inline: 'end' });
  }, [length]);
  const { items } = queue;
  const byId = useMemo(() => new Map(items.map((item) => [item.id, item])), [items]);
  return (
    <nav aria-label={messages.strip} className="min-h-9 flex-none border-b border-line bg-sunken print:hidden">
      <ul ref={list} className="flex gap-1 overflow-x-auto px-3 py-1 max-md:px-2">
        {queue.handled.map((id) => {
          const item = byId.get(id);
          const outcome = queue.outcomes[id];
          if (item === undefined || outcome === undefined) return null;
          return (
            <li key={id} className="flex-none">
              <Handled item={item} outcome={outcome} isCurrent={id === currentId} onOpen={onOpen} />
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

interface HandledProps {
  readonly item: QueueItem;
  readonly outcome: Outcome;
  readonly isCurrent: boolean;
  readonly onOpen: (id: string) => void;
}

const Handled = memo(function Handled({ item, outcome, isCurrent, onOpen }: HandledProps) {
  const isFailed = useTicketChange(BigInt(item.id))?.state === 'failed';
  const label = messages.handled(String(item.number), outcome, isFailed);
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-current={isCurrent || undefined}
      className={`hit relative flex h-7 items-center gap-1 rounded-chip border px-2 text-12 tabular-nums hover:bg-hover ${
        isCurrent
          ? 'border-accent-line bg-accent-tint font-medium text-accent-text'
          : 'border-line bg-surface text-ink-2'
      } ${isFailed ? 'text-danger-text' : ''}`}
      onClick={() => onOpen(item.id)}
    >
      <Icon name={isFailed ? 'warning' : ICONS[outcome]} size={14} />
      {messages.number(String(item.number))}
    </button>
  );
});
