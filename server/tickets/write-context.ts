import type { AuditContext } from '#server/audit/record-audit.ts';
import type { Author } from '#server/operation/call.ts';

/** Actor and time of a write, and whether the reply has the extensions. */
export interface WriteContext extends AuditContext {
  readonly extensions: boolean;
  /** Name for the ticket's activity instead of the actor's. Demo data uses it. */
  readonly activityActor?: string;
}

/** Author of the ticket's activity. */
export function activityActor({ activityActor: name, actor }: WriteContext): Author {
  return name === undefined ? actor : { agentId: null, label: name };
}
