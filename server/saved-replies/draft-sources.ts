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

/** Those with any of the words, the heaviest first. `like` can use the index behind row-level security. */
async function findWithWords(db: Db, siteId: bigint, words: readonly SourceWord[]): Promise<FoundSource[]> {
  const patterns = words.map(({ stem }) => `% ${stem}%`);
  return db.query<FoundSource>(sql`
    with source as materialized (
      select 'saved_reply' as kind, r.id, r.title, r.words from saved_reply r
      where r.site_id = ${siteId} and r.words like any(${patterns}::text[])
      union all
      select 'article', a.id, a.title, a.words from article a
      where a.site_id = ${siteId} and a.words like any(${patterns}::text[])
    ), word as materialized (
      select w.position, ln((
          (select count(*) from saved_reply where site_id = ${siteId}) + (select count(*) from article where site_id = ${siteId}) + 1)
        / (count(s.id) + 0.5)) as weight
      from unnest(${patterns}::text[]) with ordinality as w (pattern, position)
      left join source s on s.words like w.pattern group by 1
    )
    select s.kind, s.id, s.title, count(*)::integer as found,
      (sum(k.weight) / greatest((select sum(weight) from word), 0.001))::float8 as share
    from source s
    join unnest(${patterns}::text[]) with ordinality as w (pattern, position) on s.words like w.pattern
    join word k on k.position = w.position
    group by s.kind, s.id, s.title
    order by share desc, s.kind desc, s.id limit ${MAX_COMPARED}`);
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
