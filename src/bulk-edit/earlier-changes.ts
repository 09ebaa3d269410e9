import type { Reply } from '#contract/operation.ts';
import { type listBulkChanges, undoTickets } from '#contract/ticket-bulk.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import type { TicketPatch } from '#src/ticket-edit/update/change-store.ts';
import { noteOwnWrite } from '#src/ticket-edit/update/ticket-cache.ts';
import { callWhenAllowed, Halted } from './job-calls.ts';

type BulkChange = Reply<typeof listBulkChanges>['items'][number];

/** A change of several tickets that the service can undo: the calls that its blocks were sent by. */
export interface EarlierChange {
  /** The `batch_id` of its calls, or the token of the only one. */
  readonly id: string;
  readonly atUtc: string;
  readonly what: BulkChange['what'];
  readonly tickets: number;
  /** Newest first. */
  readonly calls: readonly Pick<BulkChange, 'undo_token' | 'tickets'>[];
}

/** The changes that are not undone yet, newest first; calls of one batch are one. */
export function earlierChanges({ items, total_count: total }: Reply<typeof listBulkChanges>): EarlierChange[] {
  const groups = [...Map.groupBy(items, (item) => item.batch_id ?? item.undo_token)];
  // The rest of the last one may be on the next page.
  const known = total > items.length && groups.length > 1 ? groups.slice(0, -1) : groups;
  return known.flatMap(([id, all]) => {
    const calls = all.filter((item) => item.undone_utc === null);
    const [newest] = calls;
    if (newest === undefined) return [];
    const tickets = calls.reduce((sum, call) => sum + call.tickets, 0);
    return [{ id, atUtc: newest.at_utc, what: newest.what, tickets, calls }];
  });
}

/** The patch as the dashboard words it. @param nameOf the name of an agent, where it is known */
export function patchFrom(what: BulkChange['what'], nameOf: (id: string) => string | undefined): TicketPatch {
  const { status, priority, assignee_agent_id: agent, add_tags: addTags, remove_tags: removeTags } = what;
  const { snoozed_until_utc: snoozedUntilUtc } = what;
  const assignee =
    agent === null || agent === '' ? null : { id: agent ?? '', name: nameOf(agent ?? '') ?? agent ?? '' };
  return {
    ...(status === undefined ? {} : { status }),
    ...(priority === undefined ? {} : { priority }),
    ...(agent === undefined ? {} : { assignee }),
    ...(addTags === undefined ? {} : { addTags }),
    ...(removeTags === undefined ? {} : { removeTags }),
    ...(snoozedUntilUtc === undefined ? {} : { snoozedUntilUtc }),
  };
}

export interface UndoCounts {
  readonly undone: number;
  /** Someone has changed them since. */
  readonly skipped: number;
  readonly failed: number;
}

/**
 * Undoes the calls one after the other and takes each off the list; what is on it after a failure can be tried again. A halt
 * ends it behind the call that is on its way. @throws ApiFailure
 */
export async function undoCalls(
  left: EarlierChange['calls'][number][],
  halt: AbortSignal,
  onUndone: (counts: UndoCounts) => void,
): Promise<void> {
  for (let [call] = left; call !== undefined && !halt.aborted; [call] = left) {
    try {
      onUndone(await undoCall(call, halt));
      left.shift();
    } catch (error) {
      if (!(error instanceof Halted)) throw error;
    }
  }
}

async function undoCall(
  { undo_token, tickets }: EarlierChange['calls'][number],
  halt: AbortSignal,
): Promise<UndoCounts> {
  try {
    const { results } = await callWhenAllowed(undoTickets, { body: { undo_token } }, { halt });
    for (const { id, version, outcome } of results)
      if (outcome === 'changed' && version !== null) noteOwnWrite({ id, version });
    const count = (...outcomes: readonly string[]) =>
      results.filter(({ outcome }) => outcomes.includes(outcome)).length;
    const [undone, skipped] = [count('changed', 'unchanged'), count('skipped')];
    return { undone, skipped, failed: results.length - undone - skipped };
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    // An earlier call has undone them: one whose answer was lost, or one of another tab.
    if (error.kind === 'conflict') return { undone: tickets, skipped: 0, failed: 0 };
    // The token expired after it was listed.
    if (error.kind === 'not_found') return { undone: 0, skipped: 0, failed: tickets };
    throw error;
  }
}
