import type { Db } from '#server/db/db.ts';
import type { RowBudget } from '#server/operation/row-budget.ts';

export interface AnswerSubjects {
  readonly ticketIds: readonly bigint[];
  /** In matched form. */
  readonly emailKeys: readonly string[];
}

/** Stored replies of calls with an Idempotency-Key. Injected, because `server/http` stores them and families do not import it. */
export interface KeptAnswers {
  /** Deletes replies about these subjects until the budget is spent. Returns the number deleted. */
  forget(db: Db, siteId: bigint, subjects: AnswerSubjects, budget: RowBudget): Promise<number>;
  /** Adds the key of each matching reply to `found`; deletes nothing. */
  collect(db: Db, siteId: bigint, subjects: AnswerSubjects, found: Set<string>): Promise<void>;
}
