import { useWhoami } from '#src/api/whoami.ts';
import { formatCount } from '#src/format/number.ts';
import { capabilitiesOf } from '#src/inbox/capabilities.ts';
import { useFolderCounts } from './folder-counts.ts';

/** How many tickets are open, beside the inbox's name. */
export function InboxCount() {
  const { open } = useFolderCounts(capabilitiesOf(useWhoami()));
  return open === undefined ? null : <span className="text-12 text-ink-3 tabular-nums">{formatCount(open)}</span>;
}
