import type { DraftSource } from '#contract/saved-replies.ts';
import { codePoints } from '#contract/scalars.ts';
import type { Comment } from '#contract/tickets.ts';
import { listMasked, mask, type Masked } from './masking.ts';

/** Characters that a call may have. */
export const MAX_TRANSCRIPT = 8_000;
/** Characters of the customer's message by which sources are found. */
export const MAX_QUESTION = 500;

/** A comment or a source that may go into the transcript. */
export interface Part {
  readonly key: string;
  /** As it goes into the transcript, before anything is hidden. */
  readonly text: string;
}

interface Chosen {
  readonly transcript: string;
  readonly length: number;
  /** The keys of the parts in it. */
  readonly keys: ReadonlySet<string>;
  /** The details in it that are hidden, or would be. */
  readonly details: readonly Masked[];
}

interface Choice {
  /** Best first. */
  readonly sources: readonly Part[];
  /** Oldest first. */
  readonly turns: readonly Part[];
  /** Parts that a person ticked or unticked, by key. */
  readonly picked: ReadonlyMap<string, boolean>;
  /** The parts that are ticked at first; the others wait for a person. */
  readonly isUsual: (part: Part) => boolean;
  /** Placeholders of the details that a person wants to show. */
  readonly shown: ReadonlySet<string>;
}

const HEAD = 'Sources:';
const BODY = 'Conversation:';

/** Builds the transcript. It has the chosen turns, and the newest of the others that fit. */
export function buildTranscript({ sources, turns, picked, isUsual, shown }: Choice): Chosen {
  const details = listMasked([...sources, ...turns].map(({ text }) => text));
  const hidden = details.filter(({ placeholder }) => !shown.has(placeholder));
  const masked = new Map([...sources, ...turns].map(({ key, text }) => [key, mask(text, hidden)]));
  const isIn = (part: Part): boolean => picked.get(part.key) ?? isUsual(part);
  const write = (keys: ReadonlySet<string>): string => {
    const textsOf = (parts: readonly Part[]) =>
      parts.filter(({ key }) => keys.has(key)).map(({ key }) => masked.get(key));
    const head = textsOf(sources);
    const body = textsOf(turns).join('\n\n');
    return head.length === 0 ? body : [HEAD, ...head, BODY, body].join('\n\n');
  };
  const keys = new Set([...sources.filter(isIn), ...turns.filter((turn) => picked.get(turn.key) === true)].map(keyOf));
  for (const turn of turns.filter((one) => isIn(one) && !keys.has(one.key)).toReversed()) {
    const more = new Set(keys).add(turn.key);
    // An older one that fits would leave a gap in the conversation.
    if (codePoints(write(more)) > MAX_TRANSCRIPT) break;
    keys.add(turn.key);
  }
  const transcript = write(keys);
  const inIt = [...sources, ...turns].filter(({ key }) => keys.has(key)).map(({ text }) => text);
  return {
    transcript,
    length: codePoints(transcript),
    keys,
    details: details.filter((detail) => inIt.some((text) => mask(text, [detail]) !== text)),
  };
}

function keyOf({ key }: Part): string {
  return key;
}

/** A comment as a turn of the conversation. @param who the name and the role of its author */
export function turnOf({ id, body }: Comment, who: string): Part {
  return { key: `comment ${id}`, text: `${who}: ${body.trim()}` };
}

export function sourceKey({ kind, id }: Pick<DraftSource, 'kind' | 'id'>): string {
  return `${kind} ${id}`;
}

export function sourceOf(source: DraftSource): Part {
  return { key: sourceKey(source), text: `${source.title}\n${source.excerpt}` };
}

/** The last words of the customer, by which sources are found; null without any. */
export function questionOf(comments: readonly Comment[]): string | null {
  const last = comments.findLast(({ author_kind: kind, body }) => kind === 'customer' && body.trim() !== '');
  return last === undefined ? null : [...last.body.trim()].slice(0, MAX_QUESTION).join('');
}
