import type { DatabaseCommand } from '#server/admin/command.ts';
import { correctCounters, findWrongCounters } from '#server/admin/recount.ts';
import { findSites } from '#server/admin/admin.sql.ts';

/** Compares the counters of every site with its rows, and corrects those that differ. The service may run meanwhile. */
export const recount: DatabaseCommand = {
  name: 'recount',
  options: [],
  prepare:
    () =>
    async ({ database: { owner }, report }) => {
      const corrected = [];
      for (const { site_id: id, name } of await findSites(owner)) {
        report(`${name}: counting`);
        const wrong = await findWrongCounters(owner, id);
        if (wrong.length === 0) continue;
        await correctCounters(owner, id);
        corrected.push(...wrong.map((counter) => ({ site_id: id, ...counter })));
      }
      return { corrected };
    },
};
