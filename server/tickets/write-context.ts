import type { AuditContext } from '#server/audit/record-audit.ts';
import type { Author } from '#server/operation/call.ts';

/** Who writes and when. */
export interface WriteContext extends AuditContext {
  readonly extensions: boolean;
  /** Whom the ticket's activity names where that is not the actor: demo data names people. */
  readonly activityActor?: string;
}

/** Who stands at the ticket's activity, under the name that comments have. */
export function activityActor({ activityActor: name, actor }: WriteContext): Author {
  return name === undefined ? actor : { agentId: null, label: name };
}
