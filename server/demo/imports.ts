import { beginAssetRun } from '#server/imports/asset-store.ts';
import { sql } from '#server/db/db.ts';
import { importFile } from '#server/imports/import-file.ts';
import { Random } from './random.ts';
import { DAY, DEMO_ACTOR, MINUTE, type Scene } from './scene.ts';
import { DESK } from './words.ts';

/** Imports from the earlier system at the opening: articles, some of them at a second attempt, and macros, which were used since. */
export async function importAssets({ database, site, seed, opening }: Scene): Promise<void> {
  const db = database.forSite(site.id);
  const describe = () => ({ code: 'bad_field', message: 'a field is missing or wrong' });
  const run = async (kind: 'articles' | 'macros', rows: readonly object[], at: number) => {
    const now = new Date(at);
    const store = await beginAssetRun(db, site, kind, { now, describe });
    async function* bytes() {
      yield new TextEncoder().encode(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    }
    const context = { actor: DEMO_ACTOR, now, isSilent: true };
    await importFile(db, site, { bytes: bytes(), store, report: () => undefined }, context);
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
