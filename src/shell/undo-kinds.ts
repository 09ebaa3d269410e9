import { JOB_UNDO } from '#src/bulk-edit/job-controls.ts';
import { MERGE_UNDO } from '#src/customers/merge/undo-merge.ts';
import { TICKET_UNDO } from '#src/ticket-edit/update/undo-change.ts';
import type { UndoKind } from '#src/undo/undo-entry.ts';

/** The changes that can be taken back after a reload. */
export const UNDO_KINDS: readonly UndoKind[] = [TICKET_UNDO, JOB_UNDO, MERGE_UNDO];
