import { priorityWord, statusWord } from '#src/format/ticket-words.ts';
import { Icon } from '#src/ui/icons/icon.tsx';
import { PriorityGlyph } from '#src/ui/icons/priority-glyph.tsx';
import { StatusGlyph } from '#src/ui/icons/status-glyph.tsx';
import type { Activity } from '#contract/tickets.ts';

/** The sign of what was changed; its words stand beside it. */
export function EventIcon({ event }: { readonly event: Activity | undefined }) {
  const value = event?.to ?? '';
  switch (event?.kind) {
    case 'created':
      return <Icon name="inbox" size={14} />;
    case 'status':
      return <StatusGlyph status={value} label={statusWord(value)} />;
    case 'priority':
      return <PriorityGlyph priority={value} label={priorityWord(value)} />;
    case 'assignee':
      return <Icon name="person" size={14} />;
    case 'tags':
      return <Icon name="tag" size={14} />;
    case 'snooze':
      return <Icon name="clock" size={14} />;
    default:
      return <Icon name="pencil" size={14} />;
  }
}
