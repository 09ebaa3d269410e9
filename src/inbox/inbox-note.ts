import { formatCount } from '#src/format/number.ts';
import { statusWord } from '#src/format/ticket-words.ts';
import { messages } from './messages.ts';
import type { InboxSearch } from './search.ts';
import { statusesOf } from '#src/inbox/filters/filter-query.ts';

/** The fact beside the page's title: "38 open", or "312 tickets" for several states. */
export function noteOf(search: InboxSearch, total: number | null): string | undefined {
  if (total === null) return undefined;
  const [status, ...others] = statusesOf(search);
  if (status === undefined || others.length > 0) return messages.noteMany(formatCount(total), total);
  return messages.note(formatCount(total), statusWord(status));
}
