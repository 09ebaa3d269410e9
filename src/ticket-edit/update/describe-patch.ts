import { priorityWord } from '#src/format/ticket-words.ts';
import { formatInstant } from '#src/format/time.ts';
import type { TicketPatch } from './change-store.ts';
import { messages } from '#src/ticket-edit/messages.ts';

/** "resolved, assigned to Samir Nasser": what a patch does, for toasts, receipts and live regions. */
export function describePatch(patch: TicketPatch, zone: string): string {
  const { did } = messages;
  const { status, priority, assignee, addTags = [], removeTags = [], snoozedUntilUtc } = patch;
  const parts = [
    status === undefined ? null : did.status[status],
    priority === undefined ? null : did.priority(priorityWord(priority)),
    assignee === undefined ? null : assignee === null ? did.unassigned : did.assigned(assignee.name),
    addTags.length === 0 ? null : did.tagged(addTags.join(', ')),
    removeTags.length === 0 ? null : did.untagged(removeTags.join(', ')),
    snoozedUntilUtc === undefined
      ? null
      : snoozedUntilUtc === null
        ? did.woken
        : did.snoozed(formatInstant(snoozedUntilUtc, zone)),
  ];
  return parts.filter((part) => part !== null).reduce((all, part) => (all === '' ? part : messages.and(all, part)), '');
}
