import type { DraftSource, listDraftSources as ListDraftSources } from '#contract/saved-replies.ts';
import { sql, type Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Handler } from '#server/operation/call.ts';
import { excerptOf } from './excerpt.ts';
import { sourceWords, type SourceWord } from './source-words.ts';

/** Characters of each text that are read. */
const MAX_QUESTION = 500;
/** Only the best by their words are compared by their titles. */
const MAX_COMPARED = 100;

/** GET draft_sources, the nearest first. See docs/api.md, "Saved replies". @throws ApiError not_found for an unknown comment */
export const listDraftSources: Handler<typeof ListDraftSources> = async ({ db, site, query }) => {
  const [comment] = await db.query<{ texts: (string | null)[] }>(sql`
    select array[c.body, t.subject, (
      select f.body from ticket_comment f
      where f.site_id = t.site_id and f.ticket_id = t.id and f.author_kind = 'customer' order by f.created_utc, f.id limit 1
    )] as texts
    from ticket_comment c join ticket t on t.site_id = c.site_id and t.id = c.ticket_id
    where c.site_id = ${site.id} and c.id = ${query.comment_id}`);
  if (comment === undefined) throw new ApiError('not_found', 'There is no comment with this id');
  // "It still blinks" says less of what the ticket is about than its beginning.
  const words = sourceWords(comment.texts.map((text) => (text ?? '').trim().slice(0, MAX_QUESTION)).join('\n'));
  const near = words.length === 0 ? [] : await findNear(db, site.id, words, query.limit);
  return { items: near.map(({ body, ...source }) => ({ ...source, excerpt: excerptOf(body, words) })) };
};

interface NearSource extends Pick<DraftSource, 'kind' | 'id' | 'title'> {
  readonly body: string;
}

/**
 * Texts are compared by their words, and a word that few sources have weighs more; titles by trigrams. Trigrams of whole
 * texts are ten times slower, and rank an error code in a long message below what the message resembles by chance. A source
 * about something else has some of the words too, so it needs a share of them.
 */
function findNear(db: Db, siteId: bigint, words: readonly SourceWord[], limit: number): Promise<NearSource[]> {
  const stems = words.map(({ stem }) => ` ${stem}`);
  const pattern = ` (?:${words.map(({ stem }) => stem).join('|')})`;
  const codes = words.filter(({ isCode }) => isCode).map(({ word }) => word);
  return db.query<NearSource>(sql`
    with source as not materialized (
      select 'saved_reply' as kind, id, title, body, words from saved_reply where site_id = ${siteId}
      union all
      select 'article', id, title, body, words from article where site_id = ${siteId}
    ), hit as materialized (
      select distinct s.kind, s.id, m[1] as stem from source s cross join regexp_matches(s.words, ${pattern}::text, 'g') as m
    ), word as materialized (
      select w.stem, ln(((select count(*) from source) + 1) / (count(h.stem) + 0.5))::float8 as weight
      from unnest(${stems}::text[]) as w (stem) left join hit h on h.stem = w.stem group by w.stem
    ), best as materialized (
      select h.kind, h.id, count(*) as found, sum(w.weight) / greatest((select sum(weight) from word), 0.001) as share
      from hit h join word w on w.stem = h.stem
      group by h.kind, h.id order by share desc, h.kind desc, h.id limit ${MAX_COMPARED}
    ), compared as (
      select s.kind, s.id, s.title, s.body, b.found, b.share,
        word_similarity(plain_text(s.title), ${words.map(({ word }) => word).join(' ')}) as title_share,
        string_to_array(distinct_words(s.title), ' ') && ${codes}::text[] as has_code
      from best b join source s on s.kind = b.kind and s.id = b.id
    )
    select kind, id, title, body from compared
    where share >= 0.5 or (found >= 3 and share >= 0.3) or title_share >= 0.3 or has_code
    order by share + title_share + has_code::integer desc, kind desc, id limit ${limit}`);
}
