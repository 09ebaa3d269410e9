import type { DraftSource, listDraftSources as ListDraftSources } from '#contract/saved-replies.ts';
import { sql, type Db } from '#server/db/db.ts';
import type { Handler } from '#server/operation/call.ts';
import { excerptOf } from './excerpt.ts';
import { sourceWords, type SourceWord } from './source-words.ts';

/** Only the best by their words are compared by their titles. */
const MAX_COMPARED = 100;
/** The newest sources of each kind, by which words are weighed. */
const SAMPLE = 250;
/** A source has at least one of so many of the rarest words. */
const MAX_RARE = 8;

/** GET draft_sources, the nearest first. See docs/api.md, "Saved replies". */
export const listDraftSources: Handler<typeof ListDraftSources> = async ({ db, site, query }) => {
  const words = sourceWords(query.text);
  if (words.length === 0) return { items: [], total_count: 0 };
  const near = (await findWithWords(db, site.id, words))
    .map((row) => ({ ...row, nearness: nearnessOf(row, words) }))
    .filter(({ nearness }) => nearness > 0)
    // Equal ones keep the order of the database.
    .sort((a, b) => b.nearness - a.nearness);
  const page = near.slice(query.skip, query.skip + query.limit);
  const bodies = await readBodies(db, site.id, page);
  const items = page.flatMap(({ kind, id, title }): DraftSource[] => {
    const body = bodies.find((row) => row.kind === kind && row.id === id)?.body;
    return body === undefined ? [] : [{ kind, id, title, excerpt: excerptOf(body, words) }];
  });
  return { items, total_count: near.length };
};

interface FoundSource extends Pick<DraftSource, 'kind' | 'id' | 'title'> {
  /** How many of the words it has. */
  readonly found: number;
  /** Their share of the weight of all words; a word that few sources have weighs more. */
  readonly share: number;
}

/** 0 for a source that is about something else: words that everybody uses occur in it by chance. */
function nearnessOf({ title, found, share }: FoundSource, words: readonly SourceWord[]): number {
  const titleWords = sourceWords(title);
  const named = titleWords.filter(({ stem, word }) =>
    words.some((asked) => word.startsWith(asked.stem) || asked.word.startsWith(stem)),
  );
  const titleShare = named.length / Math.max(1, titleWords.length);
  const isNear = share >= 0.5 || (found >= 3 && share >= 0.3) || titleShare > 0.5 || named.some(({ isCode }) => isCode);
  return isNear ? share + titleShare : 0;
}

/** How rare each word is among the newest sources: counting in all of them would take as long as the search itself. */
async function weigh(db: Db, siteId: bigint, stems: readonly string[]): Promise<number[]> {
  const rows = await db.query<{ weight: number }>(sql`
    with sample as materialized (
      (select words from saved_reply where site_id = ${siteId} order by id desc limit ${SAMPLE})
      union all
      (select words from article where site_id = ${siteId} order by id desc limit ${SAMPLE})
    )
    select ln(((select count(*) from sample) + 1) / (count(s.words) + 0.5))::float8 as weight
    from unnest(${stems}::text[]) with ordinality as w (stem, position)
    left join sample s on strpos(s.words, w.stem) > 0
    group by w.position order by w.position`);
  return rows.map(({ weight }) => weight);
}

/** Those with any of the rarest words, the heaviest first. `like` can use the index behind row-level security. */
async function findWithWords(db: Db, siteId: bigint, words: readonly SourceWord[]): Promise<FoundSource[]> {
  const stems = words.map(({ stem }) => ` ${stem}`);
  const weights = await weigh(db, siteId, stems);
  const rarest = stems
    .map((stem, index) => ({ stem, weight: weights[index] ?? 0 }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MAX_RARE);
  const patterns = rarest.map(({ stem }) => `%${stem}%`);
  return db.query<FoundSource>(sql`
    with source as (
      select 'saved_reply' as kind, r.id, r.title, r.words from saved_reply r
      where r.site_id = ${siteId} and r.words like any(${patterns}::text[])
      union all
      select 'article', a.id, a.title, a.words from article a
      where a.site_id = ${siteId} and a.words like any(${patterns}::text[])
    )
    select s.kind, s.id, s.title, h.found, h.weight / ${Math.max(0.001, sumOf(weights))}::float8 as share
    from source s cross join lateral (
      select count(*)::integer as found, sum(w.weight) as weight
      from unnest(${stems}::text[], ${weights}::float8[]) as w (stem, weight) where strpos(s.words, w.stem) > 0) h
    order by share desc, s.kind desc, s.id limit ${MAX_COMPARED}`);
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

async function readBodies(
  db: Db,
  siteId: bigint,
  sources: readonly Pick<DraftSource, 'kind' | 'id'>[],
): Promise<(Pick<DraftSource, 'kind' | 'id'> & { readonly body: string })[]> {
  if (sources.length === 0) return [];
  const idsOf = (kind: DraftSource['kind']) => sources.filter((source) => source.kind === kind).map(({ id }) => id);
  return db.query(sql`
    select 'saved_reply' as kind, id, body from saved_reply where site_id = ${siteId} and id = any(${idsOf('saved_reply')}::bigint[])
    union all
    select 'article', id, body from article where site_id = ${siteId} and id = any(${idsOf('article')}::bigint[])`);
}
