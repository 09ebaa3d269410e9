import { beginAssetRun } from '#server/imports/asset-store.ts';
import { importFile } from '#server/imports/import-file.ts';
import type { DemoScene } from '#server/demo/plan/demo-scene.ts';
import { ARTICLES, BROKEN_ARTICLES, MACROS } from '#server/demo/words/import-words.ts';
import { DEMO_ACTOR } from '#server/demo/write-silently.ts';

const DAY = 86_400_000;
const describe = () => ({ code: 'bad_field', message: 'a field is missing or wrong' });

/** Imports at the opening: articles, some of them at a second attempt, and macros. */
export async function seedImports(scene: DemoScene, openingAt: number): Promise<void> {
  if (scene.tickets.length === 0) return;
  const few = ARTICLES.slice(0, 9);
  await importRows(scene, 'articles', [...few, ...BROKEN_ARTICLES], openingAt + DAY);
  await importRows(scene, 'articles', ARTICLES, openingAt + 2 * DAY);
  await importRows(scene, 'macros', MACROS, openingAt + 2 * DAY + 600_000);
}

async function importRows(
  { database, site }: DemoScene,
  kind: 'articles' | 'macros',
  rows: readonly object[],
  at: number,
): Promise<void> {
  const db = database.forSite(site.id);
  const now = new Date(at);
  const store = await beginAssetRun(db, site, kind, { now, describe });
  const context = { actor: DEMO_ACTOR, now, isSilent: true };
  await importFile(db, site, { bytes: asFile(rows), store, report: () => undefined }, context);
}

async function* asFile(rows: readonly object[]): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}
