import type { AuditContext } from '#server/audit/record-audit.ts';

/** Who writes and when. */
export interface WriteContext extends AuditContext {
  readonly extensions: boolean;
  /** Whom the ticket's activity names where that is not the label of the actor: demo data names people. */
  readonly activityActor?: string;
}

export function activityActor(context: WriteContext): string {
  return context.activityActor ?? context.actor.label;
}
