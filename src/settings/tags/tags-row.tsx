import { Link } from '@tanstack/react-router';
import type { TagRecord } from '#contract/tags.ts';
import { formatAge } from '#src/format/age.ts';
import { formatCount } from '#src/format/number.ts';
import { formatInstant } from '#src/format/time.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Menu } from '#src/ui/overlay/menu.tsx';
import { messages } from './tags-messages.ts';
import { Swatch } from './tags-swatch.tsx';

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
export function actionsId(tag: Pick<TagRecord, 'id'>): string {
  return `tag-actions-${tag.id}`;
}

export function TagRow({ tag, nowMs, zone, isListable, reason, onEdit, onMerge, onRemove }: TagRowProps) {
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
