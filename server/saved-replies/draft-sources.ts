import type { DraftSource, listDraftSources as ListDraftSources } from '#contract/saved-replies.ts';
import { sql, type Db } from '#server/db/db.ts';
import type { Handler } from '#server/operation/call.ts';
import { excerptOf } from './excerpt.ts';
import { sourceWords, type SourceWord } from './source-words.ts';

/** Only the best by their words are compared by their titles. */
const MAX_COMPARED = 100;

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

/** Those with any of the words, the heaviest first. Reads each source once, for all words together. */
async function findWithWords(db: Db, siteId: bigint, words: readonly SourceWord[]): Promise<FoundSource[]> {
  const stems = words.map(({ stem }) => ` ${stem}`);
  const pattern = ` (?:${words.map(({ stem }) => stem).join('|')})`;
  return db.query<FoundSource>(sql`
    with hit as materialized (
      select distinct s.kind, s.id, s.title, m[1] as stem
      from (
        select 'saved_reply' as kind, id, title, words from saved_reply where site_id = ${siteId}
        union all
        select 'article', id, title, words from article where site_id = ${siteId}
      ) s cross join regexp_matches(s.words, ${pattern}::text, 'g') as m
    ), word as materialized (
      select w.stem, ln((
          (select count(*) from saved_reply where site_id = ${siteId}) + (select count(*) from article where site_id = ${siteId}) + 1)
        / (count(h.stem) + 0.5))::float8 as weight
      from unnest(${stems}::text[]) as w (stem) left join hit h on h.stem = w.stem group by w.stem
    )
    select h.kind, h.id, h.title, count(*)::integer as found,
      sum(w.weight) / greatest((select sum(weight) from word), 0.001) as share
    from hit h join word w on w.stem = h.stem
    group by h.kind, h.id, h.title
    order by share desc, h.kind desc, h.id limit ${MAX_COMPARED}`);
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
