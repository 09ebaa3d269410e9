import { formatCount } from '#src/format/number.ts';
import { priorityWord } from '#src/format/ticket-words.ts';
import type { TicketPatch } from '#src/ticket-edit/update/change-store.ts';
import { messages } from './messages.ts';
import type { JobView } from './job-store.ts';
import type { JobRow } from './receipt.ts';

type Counts = Pick<JobView, 'mode' | 'patch' | 'saved' | 'unchanged' | 'failed' | 'undone' | 'skipped'>;

/** A part of what became of the tickets: "23 already urgent". */
interface OutcomePart {
  readonly key: 'changed' | 'unchanged' | 'failed' | 'undone' | 'left';
  readonly count: number;
  readonly text: string;
}

/** "20 changed", "23 already urgent", "1 failed": with what is still to do they add up to all tickets of the job. */
export function outcomeParts(job: Counts): readonly OutcomePart[] {
  const { mode, patch, saved, unchanged, failed, undone, skipped } = job;
  if (mode === 'undo') {
    return [
      { key: 'undone', count: undone, text: messages.undone(formatCount(undone)) },
      { key: 'left', count: skipped, text: messages.left(skipped, formatCount(skipped)) },
    ];
  }
  return [
    { key: 'changed', count: saved, text: messages.changed(formatCount(saved)) },
    ...(unchanged === 0
      ? []
      : [
          {
            key: 'unchanged' as const,
            count: unchanged,
            text: messages.unchanged(formatCount(unchanged), alreadyWords(patch)),
          },
        ]),
    { key: 'failed', count: failed, text: messages.failed(formatCount(failed)) },
  ];
}

/** The same in one line. */
export function describeOutcome(job: Counts): string {
  return joined(outcomeParts(job).map(({ text }) => text));
}

/** What is to be said beside "300 tickets resolved"; empty where that is all. */
export function describeRest(job: Counts): string {
  return joined(
    outcomeParts(job)
      .filter(({ key, count }) => key !== 'changed' && count > 0)
      .map(({ text }) => text),
  );
}

function joined(texts: readonly string[]): string {
  return texts.reduce((all, text) => (all === '' ? text : messages.and(all, text)), '');
}

/** What those are that a patch does not change, after their number: "already urgent". */
export function alreadyWords(patch: TicketPatch): string {
  const { already } = messages;
  const { status, priority, assignee, addTags = [], removeTags = [], snoozedUntilUtc } = patch;
  const words = [
    status === undefined ? null : already.status[status],
    priority === undefined ? null : already.priority(priorityWord(priority)),
    assignee === undefined ? null : assignee === null ? already.unassigned : already.assigned,
    addTags.length === 0 ? null : already.tagged(addTags.join(', ')),
    removeTags.length === 0 ? null : already.untagged(removeTags.join(', ')),
    snoozedUntilUtc === undefined ? null : snoozedUntilUtc === null ? already.woken : already.snoozed,
  ].filter((word) => word !== null);
  const [word, ...others] = words;
  return word === undefined || others.length > 0 ? already.several : word;
}

/** What became of one ticket, in the same words. */
export function rowOutcome({ state }: Pick<JobRow, 'state'>, patch: TicketPatch): string {
  const { outcome } = messages;
  switch (state) {
    case 'saved':
      return outcome.changed;
    case 'unchanged':
      return alreadyWords(patch);
    case 'failed':
      return outcome.failed;
    case 'undone':
      return outcome.undone;
    case 'skipped':
      return outcome.left;
    case 'waiting':
    case 'sending':
    case 'unsure':
      return outcome.toDo;
  }
}
