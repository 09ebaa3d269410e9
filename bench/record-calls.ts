import type { Database, Db, Statement } from '#server/db/db.ts';

/** Statements that a call made: each alone, or those of a transaction together. */
export type Step = Statement | readonly Statement[];

export interface RecordedDatabase {
  readonly database: Database;
  /** Calls recorded since the last `take`. */
  take(): Step[];
}

/** The same database, which remembers what is asked of its sites; tokens are looked up beside it. */
export function recordStatements(database: Database): RecordedDatabase {
  let steps: Step[] = [];
  const record = (db: Db): Db => ({
    query: (statement) => {
      steps.push(statement);
      return db.query(statement);
    },
    takeIds: (siteId, count) => db.takeIds(siteId, count),
    takeTicketNumbers: (siteId, count) => db.takeTicketNumbers(siteId, count),
    transaction: (work, reserve) =>
      db.transaction((inner) => {
        const together: Statement[] = [];
        steps.push(together);
        const recorded: Db = {
          query: (statement) => {
            together.push(statement);
            return inner.query(statement);
          },
          takeIds: (siteId, count) => inner.takeIds(siteId, count),
          takeTicketNumbers: (siteId, count) => inner.takeTicketNumbers(siteId, count),
          transaction: (nested) => nested(recorded),
        };
        return work(recorded);
      }, reserve),
  });
  return {
    database: { ...database, forSite: (siteId) => record(database.forSite(siteId)) },
    take: () => {
      const taken = steps;
      steps = [];
      return taken;
    },
  };
}

/** Makes the same statements again. @returns the rows of each. */
export async function repeatSteps(db: Db, steps: readonly Step[]): Promise<object[][]> {
  const answers: object[][] = [];
  for (const step of steps) {
    if ('text' in step) answers.push(await db.query(step));
    else {
      await db.transaction(async (inner) => {
        for (const statement of step) answers.push(await inner.query(statement));
      });
    }
  }
  return answers;
}
