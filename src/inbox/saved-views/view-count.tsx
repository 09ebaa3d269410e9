import { useQuery } from '@tanstack/react-query';
import { useWhoami } from '#src/api/whoami.ts';
import { formatCount } from '#src/format/number.ts';
import { capabilitiesOf } from '#src/inbox/capabilities.ts';
import { countOptions } from '#src/inbox/list-queries.ts';
import { planList } from '#src/inbox/list-plan.ts';
import { messages } from '#src/inbox/messages.ts';
import type { InboxSearch } from '#src/inbox/search.ts';

interface ViewCountProps {
  readonly search: InboxSearch;
  /** "38 tickets" and not the number alone. */
  readonly hasUnit?: boolean;
}

/** How many tickets a view lists. It is asked for when it is drawn, which is when the menu that it stands in opens. */
export function ViewCount({ search, hasUnit = false }: ViewCountProps) {
  const { query } = planList(search, capabilitiesOf(useWhoami()));
  const count = useQuery(countOptions(query)).data?.total_count;
  // Its line is there before the number is.
  if (count === undefined) return '\u00a0';
  return hasUnit ? messages.noteMany(formatCount(count), count) : formatCount(count);
}
