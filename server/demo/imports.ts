import { beginAssetRun } from '#server/imports/asset-store.ts';
import { sql } from '#server/db/db.ts';
import { importRows } from '#server/imports/import-lines.ts';
import { Progress } from '#server/imports/progress.ts';
import { Random } from './random.ts';
import { DAY, DEMO_ACTOR, MINUTE, type Scene } from './scene.ts';
import { DESK } from './words.ts';

/** Imports from the earlier system at the opening: articles, some of them at a second attempt, and macros, which were used since. */
export async function importAssets({ database, site, seed, opening }: Scene): Promise<void> {
  const db = database.forSite(site.id);
  const run = async (kind: 'articles' | 'macros', rows: readonly object[], at: number) => {
    const now = new Date(at);
    const store = await beginAssetRun(db, site, kind, now);
    async function* lines() {
      for (const [index, value] of rows.entries()) yield { place: `row ${index + 1}`, value };
    }
    const progress = new Progress({ name: kind, totalBytes: null, report: () => undefined, monotonicMs: () => 0 });
    const context = { actor: DEMO_ACTOR, now, isSilent: true };
    await importRows(db, site, { rows: lines(), store, progress, leaveOut: async () => undefined }, context);
  };
  await run('articles', [...DESK.articles.slice(0, 9), ...DESK.broken_articles], opening + DAY);
  await run('articles', DESK.articles, opening + 2 * DAY);
  await run('macros', DESK.macros, opening + 2 * DAY + 10 * MINUTE);
  const random = new Random(seed ^ 0x5a7e);
  const uses = DESK.macros.map(() => Math.round(random.lognormal(24, 1)));
  await db.query(sql`
    update saved_reply r set used_count = u.uses
    from unnest(${DESK.macros.map((row) => row['external_id'])}::text[], ${uses}::integer[]) as u (external_id, uses)
    where r.site_id = ${site.id} and r.external_id = u.external_id`);
}
