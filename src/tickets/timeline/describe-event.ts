import { channelWord, priorityWord, statusWord, tagsOf } from '#src/format/ticket-words.ts';
import { formatInstant } from '#src/format/time.ts';
import type { Activity } from '#contract/tickets.ts';
import { messages } from '#src/tickets/messages.ts';

/** What happened, and the value that it happened to. */
export interface EventPhrase {
  readonly verb: string;
  readonly value: string | null;
}

/** Whose token this is: an activity names the token, an assignment the agent. */
export interface Self {
  readonly label: string;
  readonly agentName: string | null;
}

/** One change in words; a change of tags can be two. */
export function phrasesOf(event: Activity, zone: string, channel: string, self: Self): readonly EventPhrase[] {
  const words = messages.event;
  const { kind, actor, from, to } = event;
  switch (kind) {
    case 'created':
      return [{ verb: words.created, value: channelWord(channel) }];
    case 'status':
      return [{ verb: words.status, value: statusWord(to ?? '') }];
    case 'priority':
      return [{ verb: words.priority, value: priorityWord(to ?? '') }];
    case 'assignee':
      if (to !== null && (to === actor || (actor === self.label && to === self.agentName)))
        return [{ verb: words.took, value: null }];
      if (to !== null) return [{ verb: words.assigned, value: to }];
      return [from === null ? { verb: words.unassigned, value: null } : { verb: words.unassignedOne, value: from }];
    case 'tags':
      return tagPhrases(from, to);
    case 'snooze':
      return [
        to === null ? { verb: words.woken, value: null } : { verb: words.snoozed, value: formatInstant(to, zone) },
      ];
    case 'comment':
      return [{ verb: words.comment, value: null }];
    default:
      return [{ verb: words.other, value: String(kind) }];
  }
}

function tagPhrases(from: string | null, to: string | null): readonly EventPhrase[] {
  const [before, after] = [tagsOf(from), tagsOf(to)];
  const added = after.filter((tag) => !before.includes(tag));
  const removed = before.filter((tag) => !after.includes(tag));
  const phrases = [
    { verb: messages.event.tagged, value: added.join(', ') },
    { verb: messages.event.untagged, value: removed.join(', ') },
  ].filter(({ value }) => value !== '');
  return phrases.length > 0 ? phrases : [{ verb: messages.event.other, value: messages.properties.tags }];
}
