import { beginAssetRun } from '#server/imports/asset-store.ts';
import { importFile } from '#server/imports/import-file.ts';
import { DAY, DEMO_ACTOR, MINUTE, type Scene } from './scene.ts';
import { DESK } from './words.ts';

/** Imports from the earlier system at the opening: articles, some of them at a second attempt, and macros. */
export async function importAssets({ database, site, opening }: Scene): Promise<void> {
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
}
