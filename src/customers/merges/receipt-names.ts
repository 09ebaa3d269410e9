import type { CustomerMerge } from '#contract/customer-merges.ts';
import { messages } from '#src/customers/messages.ts';

/** What the two were called when they were merged; the id of one whose data was erased since. */
export function namesOf({
  merged_name: from,
  merged_id: fromId,
  survivor_name: into,
  survivor_id: intoId,
}: CustomerMerge) {
  return { from: from ?? messages.identity(String(fromId)), into: into ?? messages.identity(String(intoId)) };
}
