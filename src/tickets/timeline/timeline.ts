import type { Activity, Comment } from '#contract/tickets.ts';
import { messages } from '#src/tickets/messages.ts';

/** A run of changes by one actor, shown as one line. */
export interface EventRun {
  readonly kind: 'events';
  readonly key: string;
  readonly actor: string;
  readonly atUtc: string;
  readonly events: readonly Activity[];
}

export interface CommentEntry {
  readonly kind: 'comment';
  readonly key: string;
  readonly atUtc: string;
  readonly comment: Comment;
}

export type TimelineEntry = EventRun | CommentEntry;

const FOLD_MS = 5 * 60_000;

/**
 * Comments and changes, oldest first. Changes by one actor within five minutes are one entry, unless a comment or the
 * creation of the ticket is between them.
 */
export function buildTimeline(comments: readonly Comment[], activity: readonly Activity[]): readonly TimelineEntry[] {
  const hasComments = comments.length > 0;
  const entries: TimelineEntry[] = [
    // The comment itself is in the list.
    ...activity.filter((event) => !(hasComments && event.kind === 'comment')).map(toRun),
    ...comments.map(toEntry),
  ];
  entries.sort((a, b) => Date.parse(a.atUtc) - Date.parse(b.atUtc));
  const folded: TimelineEntry[] = [];
  for (const entry of entries) {
    const before = folded.at(-1);
    if (entry.kind === 'events' && before?.kind === 'events' && isOneRun(before, entry)) {
      folded[folded.length - 1] = { ...before, events: [...before.events, ...entry.events] };
    } else folded.push(entry);
  }
  return folded;
}

function isOneRun(run: EventRun, next: EventRun): boolean {
  if (run.actor !== next.actor || run.events[0]?.kind === 'created' || next.events[0]?.kind === 'created') return false;
  return Date.parse(next.atUtc) - Date.parse(run.atUtc) <= FOLD_MS;
}

function toRun(event: Activity): EventRun {
  return { kind: 'events', key: `a${event.id}`, actor: event.actor, atUtc: event.created_utc, events: [event] };
}

function toEntry(comment: Comment): CommentEntry {
  return { kind: 'comment', key: `c${comment.id}`, atUtc: comment.created_utc, comment };
}

/**
 * Sums up a run of changes: the last one of each kind in the order of time, and one line for all changes of tags. Returns the
 * whole run if nothing changed twice.
 */
export function foldRun(events: readonly Activity[]): readonly Activity[] {
  return events.flatMap((event, index) => {
    if (events.slice(index + 1).some(({ kind }) => kind === event.kind)) return [];
    if (event.kind !== 'tags') return [event];
    const first = events.find(({ kind }) => kind === 'tags') ?? event;
    return [{ ...event, from: first.from }];
  });
}

/** Messages of others that are newer than the last one seen, oldest first; none before the first visit. */
export function unreadOf(
  comments: readonly Comment[],
  seenUtc: string | null,
  ownAgentId: string | null,
): readonly Comment[] {
  if (seenUtc === null) return [];
  return comments
    .filter(({ created_utc: at, agent_id: agent }) => at > seenUtc && (agent === null || agent !== ownAgentId))
    .toSorted((a, b) => (a.created_utc < b.created_utc ? -1 : 1));
}

export function authorOf({ author_name: name, author_kind: kind }: Comment): string {
  const { thread } = messages;
  if (name !== null) return name;
  if (kind === 'customer') return thread.customer;
  if (kind === 'agent') return thread.agent;
  return kind === 'ai' ? thread.ai : thread.someone;
}
