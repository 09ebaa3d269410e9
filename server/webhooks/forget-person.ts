import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import type { RowBudget } from '#server/operation/row-budget.ts';
import {
  clearAnswers,
  clearDeliveries,
  conditionsOf,
  findDeliveriesAbout,
  findDeliveryPage,
  lockDeliveries,
  type DeliverySubjects,
} from './forget-person.sql.ts';

const PAGE = 1_000;

/**
 * Takes out of every delivery that is about somebody what was sent and what came back; what was still to be sent is
 * cancelled. Also deliveries whose body is gone by age: their receivers' answers are not. To be called inside a
 * transaction. Answers how many bodies went.
 */
export async function forgetDeliveries(
  db: Db,
  site: SiteRef,
  subjects: Partial<DeliverySubjects>,
  { budget, now }: { readonly budget: RowBudget; readonly now: Date },
): Promise<number> {
  let bodies = 0;
  for (const condition of conditionsOf(subjects)) {
    if (budget.isSpent) break;
    const ids = await findDeliveriesAbout(db, site.id, condition, budget.left);
    if (ids.length === 0) continue;
    budget.take(ids.length);
    bodies += await lockDeliveries(db, site.id, ids);
    await clearAnswers(db, site.id, ids);
    await clearDeliveries(db, site.id, ids, now);
  }
  return bodies;
}

/** Adds to `bodies` the deliveries whose body `forgetDeliveries` would take, some at once; changes nothing. */
export async function collectBodies(
  db: Db,
  site: SiteRef,
  subjects: Partial<DeliverySubjects>,
  bodies: Set<bigint>,
): Promise<void> {
  for (const condition of conditionsOf(subjects)) {
    let after = 0n;
    for (;;) {
      const page = await findDeliveryPage(db, site.id, condition, { after, limit: PAGE });
      for (const { id, has_body } of page) if (has_body) bodies.add(id);
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE) break;
      after = last.id;
    }
  }
}
