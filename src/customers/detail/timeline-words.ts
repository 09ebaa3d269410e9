import type { TimelineItem } from '#contract/customer-timeline.ts';
import { channelWord } from '#src/format/ticket-words.ts';
import type { IconName } from '#src/ui/icons/icon-paths.ts';
import { messages } from './messages.ts';

const texts = messages.timeline;

export type TimelineFacts = Omit<TimelineItem, 'kind'> & { readonly kind: string };

const ICONS: Readonly<Record<string, IconName>> = {
  ticket: 'inbox',
  comment: 'chat',
  csat: 'star',
  session: 'spark',
  handoff: 'person',
  event: 'eye',
  channel: 'forward',
  link: 'key',
  note: 'pencil',
  change: 'settings',
};

/** The sign of a kind; one that this version does not know has the clock. */
export function iconOf(kind: string): IconName {
  return Object.hasOwn(ICONS, kind) ? (ICONS[kind] ?? 'clock') : 'clock';
}

/** The event in two or three words; an unknown kind or action is shown as it is sent. */
export function whatHappened({ kind, action, score }: Pick<TimelineFacts, 'kind' | 'action' | 'score'>): string {
  if (kind === 'csat' && score !== null) return texts.rated(score);
  const word = wordOf(texts.words, kind) ?? kind;
  if (action === null) return word;
  const actions: Readonly<Record<string, Readonly<Record<string, string>>>> = texts.actions;
  const known = Object.hasOwn(actions, kind) ? wordOf(actions[kind] ?? {}, action) : undefined;
  return known ?? `${word}: ${action.replaceAll('_', ' ')}`;
}

/** Further facts, in grey: the channel, the state now, who did it. */
export function factsOf({ kind, action, channel, state, actor }: TimelineFacts): readonly string[] {
  // Who opened a ticket is the customer, and one that is solved says so itself.
  const isOpening = kind === 'ticket' && action === 'created';
  const now = state === null || (kind === 'ticket' && !isOpening) ? null : (wordOf(texts.states, state) ?? state);
  return [
    channel === null ? null : channelWord(channel),
    now,
    actor === null || isOpening ? null : texts.by(actor),
  ].filter((fact) => fact !== null);
}

function wordOf(words: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(words, name) ? words[name] : undefined;
}
