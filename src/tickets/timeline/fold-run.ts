import type { Activity } from '#contract/tickets.ts';

/**
 * What came of a run of changes: of each kind the last one, in the order of time, and of tags from what they were to what
 * they are. As many as the run has where nothing was changed twice.
 */
export function foldRun(events: readonly Activity[]): readonly Activity[] {
  return events.flatMap((event, index) => {
    if (events.slice(index + 1).some(({ kind }) => kind === event.kind)) return [];
    if (event.kind !== 'tags') return [event];
    const first = events.find(({ kind }) => kind === 'tags') ?? event;
    return [{ ...event, from: first.from }];
  });
}
