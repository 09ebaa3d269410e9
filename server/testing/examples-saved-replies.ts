import type { OperationName } from '#contract/operations.ts';
import { sql } from '#server/db/db.ts';
import { insertReply, MAX_SAVED_REPLIES } from '#server/saved-replies/saved-replies.ts';
import { ABSENT_ID, NO_OBJECT, type Fixture, type RowExamples } from './row-example.ts';
import { TEST_ACTOR, type TestService, type TestSite } from './service.ts';

type Names = 'listSavedReplies' | 'createSavedReply' | 'updateSavedReply' | 'deleteSavedReply' | 'listDraftSources';

export const SAVED_REPLY_EXAMPLES: Pick<Readonly<Record<OperationName, RowExamples>>, Names> = {
  listSavedReplies: { ...NO_OBJECT, success: () => ({ query: { q: 'bell' } }) },
  createSavedReply: {
    success: () => ({ body: { title: 'Send a new one', body: 'Hello {{customer.name}}, we send a new one.' } }),
    errors: {
      conflict: async (own) => ({ token: await own.fullOfReplies(), body: { title: 'One more', body: 'Hello' } }),
    },
    foreign: null,
  },
  updateSavedReply: {
    success: (own) => ({ body: { id: own.savedReplyId, body: 'We send a new bell today.' } }),
    errors: {
      not_found: () => ({ body: { id: ABSENT_ID, title: 'Nothing' } }),
      conflict: (own) => ({ body: { id: own.savedReplyId, title: 'Old', version: 999 } }),
    },
    foreign: (other) => ({ body: { id: other.savedReplyId, title: 'Foreign' } }),
  },
  deleteSavedReply: {
    success: async (own) => ({ query: { id: await own.makeSavedReply() } }),
    errors: { not_found: () => ({ query: { id: ABSENT_ID } }) },
    foreign: (other) => ({ query: { id: other.savedReplyId } }),
  },
  listDraftSources: {
    success: (own) => ({ query: { comment_id: own.commentId } }),
    errors: { not_found: () => ({ query: { comment_id: ABSENT_ID } }) },
    foreign: (other) => ({ query: { comment_id: other.commentId } }),
  },
};

/** A saved reply, and a comment that it answers. Inserted by SQL, because without extensions the API has none. */
export async function savedReplyFixture(
  service: TestService,
  site: TestSite['site'],
  ticketId: bigint,
): Promise<Pick<Fixture, 'commentId' | 'savedReplyId' | 'makeSavedReply' | 'fullOfReplies'>> {
  const { database, clock } = service;
  const reply = { externalId: null, title: 'Missing bell', body: 'We send a new bell.', by: TEST_ACTOR };
  const makeSavedReply = async () =>
    (await insertReply(database.forSite(site.id), site.id, reply, clock.now())) ?? ABSENT_ID;
  const commentId = await database.owner.takeIds(site.id, 1);
  await database.owner.query(sql`
    insert into ticket_comment (site_id, id, ticket_id, author_kind, visibility, channel, body, created_utc)
    values (${site.id}, ${commentId}, ${ticketId}, 'customer', 'public', 'web', 'My bell is missing', ${clock.now().toISOString()}::timestamptz)`);
  return {
    commentId,
    savedReplyId: await makeSavedReply(),
    makeSavedReply,
    async fullOfReplies() {
      const full = await service.createSite({ name: 'Many replies' });
      const now = clock.now().toISOString();
      await database.owner.query(sql`
        insert into saved_reply (site_id, id, title, body, author, created_utc, updated_utc)
        select ${full.site.id}, n, 'Reply', 'Hello', 'test', ${now}::timestamptz, ${now}::timestamptz
        from generate_series(1, ${MAX_SAVED_REPLIES}::integer) n`);
      return full.token;
    },
  };
}
