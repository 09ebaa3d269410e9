import { useSelector } from '@tanstack/react-store';
import { jobStore } from '#src/bulk-edit/job-store.ts';
import type { ColumnKey } from './columns.ts';

/** Wide enough for a reason in words and the ways on. */
export const RESULT_TRACK = 'minmax(264px,320px)';
export const RESULT_LEAST_PX = 264;

/** They make room for it: what a bulk change did is read now, how old a ticket is can wait. */
const GIVE_WAY: readonly ColumnKey[] = ['tags', 'reply', 'created', 'updated', 'resolved', 'snoozed', 'message'];

/** Whether the table has a column for what became of each ticket: as long as a bulk change is on the page. */
export function useHasResult(): boolean {
  return useSelector(jobStore, (job) => job !== null);
}

export function standsBesideResult(key: ColumnKey): boolean {
  return !GIVE_WAY.includes(key);
}
