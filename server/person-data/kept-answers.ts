import type { Db } from '#server/db/db.ts';
import type { RowBudget } from '#server/operation/row-budget.ts';

export interface AnswerSubjects {
  readonly ticketIds: readonly bigint[];
  /** In matched form. */
  readonly emailKeys: readonly string[];
}

/** Answers kept for repeated calls; the room of HTTP, which stands above the families, has them. */
export interface KeptAnswers {
  /** Takes away those that are about somebody, as far as the budget goes. Answers how many. */
  forget(db: Db, siteId: bigint, subjects: AnswerSubjects, budget: RowBudget): Promise<number>;
  /** Adds to `found` what names each of them; changes nothing. */
  collect(db: Db, siteId: bigint, subjects: AnswerSubjects, found: Set<string>): Promise<void>;
}
