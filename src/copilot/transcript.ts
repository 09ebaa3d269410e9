import type { DraftSource } from '#contract/saved-replies.ts';
import { codePoints } from '#contract/scalars.ts';
import type { Comment } from '#contract/tickets.ts';
import { listMasked, mask, type Masked } from './masking.ts';
import { messages } from './messages.ts';

/** Characters that a call may have. */
export const MAX_TRANSCRIPT = 8_000;
/** A comment or a source that may go into the transcript. */
export interface Part {
  readonly key: string;
  /** As it goes into the transcript, before anything is hidden. */
  readonly text: string;
  /** It is ticked at first; the others wait for a person. */
  readonly isUsual: boolean;
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
  /** Placeholders of the details that a person wants to show. */
  readonly shown: ReadonlySet<string>;
}

const HEAD = 'Sources:';
const BODY = 'Conversation:';

/** Builds the transcript. It has the chosen turns, and the newest of the others that fit. */
export function buildTranscript({ sources, turns, picked, shown }: Choice): Chosen {
  const details = listMasked([...sources, ...turns].map(({ text }) => text));
  const hidden = details.filter(({ placeholder }) => !shown.has(placeholder));
  const masked = new Map([...sources, ...turns].map(({ key, text }) => [key, mask(text, hidden)]));
  const isIn = (part: Part): boolean => picked.get(part.key) ?? part.isUsual;
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

/** Name and role of an author, as the model reads them. */
export function roleOf({ author_name: name, author_kind: kind, visibility }: Comment): string {
  const role = visibility === 'internal' ? messages.sent.note : messages.sent.roles[kind];
  return name === null ? role : `${name} (${role})`;
}

export function commentKey({ id }: Pick<Comment, 'id'>): string {
  return `comment ${id}`;
}

/** A comment as a turn of the conversation. Notes go in only when a person ticks them. */
export function turnOf(comment: Comment): Part {
  const text = `${roleOf(comment)}: ${comment.body.trim()}`;
  return { key: commentKey(comment), text, isUsual: comment.visibility !== 'internal' };
}

export function sourceKey({ kind, id }: Pick<DraftSource, 'kind' | 'id'>): string {
  return `${kind} ${id}`;
}

export function sourceOf(source: DraftSource): Part {
  return { key: sourceKey(source), text: `${source.title}\n${source.excerpt}`, isUsual: true };
}
