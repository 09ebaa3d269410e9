import { createAtom, useSelector } from '@tanstack/react-store';
import type { TicketPatch } from '#src/ticket-edit/update/change-store.ts';
import type { JobRow } from './receipt.ts';

// Loaded with the list; all else of bulk changes comes with the first one.

/** More tickets are changed only after a look at what is among them. */
export const MAX_WITHOUT_QUESTION = 50;

/** Why a job does not go on: the person, no answer, or an error of the service. */
export type PauseReason = 'user' | 'network' | 'service';

export interface JobView {
  readonly id: string;
  readonly patch: TicketPatch;
  readonly startedAtMs: number;
  readonly mode: 'apply' | 'undo';
  readonly phase: 'preparing' | 'running' | 'pausing' | 'paused' | 'stopped' | 'done';
  readonly pauseReason: PauseReason | null;
  /** The failure, where the service refused the whole job or stopped answering. */
  readonly error: unknown;
  readonly hasBulk: boolean;
  readonly total: number;
  readonly saved: number;
  /** So already before the job. */
  readonly unchanged: number;
  readonly failed: number;
  readonly waiting: number;
  readonly undone: number;
  readonly skipped: number;
  /** Those that Undo would put back. */
  readonly undoable: number;
  readonly failedRows: readonly JobRow[];
  /** Tickets a second since it last began to run; null while too little is known. */
  readonly perSecond: number | null;
  readonly isWaiting: boolean;
  /** The one value that all tickets had, where this browser knows them all. */
  readonly before: JobRow['before'];
}

/** The bulk change at hand, as it is shown; null without one. */
export const jobStore = createAtom<JobView | null>(null);

export function useJob(): JobView | null {
  return useSelector(jobStore);
}

/** Whether a job is under way; one that is paused, stopped or done is not. */
export function isBusy(phase: JobView['phase'] | undefined): boolean {
  return phase === 'preparing' || phase === 'running' || phase === 'pausing';
}

/** `asked`: a change was begun by a key, and its panel is on its way. */
type PanelVisibility = 'none' | 'asked' | 'shown' | 'hidden';

export const panelVisibility = createAtom<PanelVisibility>('none');

/** The panel makes room for what is opened in its place, also where it has not come yet; the job goes on. */
export function hidePanel(): void {
  panelVisibility.set((before) => (before === 'none' ? before : 'hidden'));
}

export function usePanelVisibility(): PanelVisibility {
  return useSelector(panelVisibility);
}
