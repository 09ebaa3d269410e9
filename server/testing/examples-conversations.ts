import type { OperationName } from '#contract/operations.ts';
import { recordTranscript } from '#server/conversations/record-transcript.ts';
import { storeReview } from '#server/conversations/reviews.ts';
import type { Db } from '#server/db/db.ts';
import { upsertVisitorRecord } from '#server/visitors/upsert-visitor-record.ts';
import { NO_OBJECT, type ConversationFixture, type RowExamples } from './row-example.ts';
import { TEST_ACTOR, type TestService, type TestSite } from './service.ts';
import { recordHandoff } from '#server/conversations/handoffs.ts';

type Names = Extract<
  OperationName,
  | 'getCsat'
  | 'listFeedback'
  | 'listHandoffs'
  | 'getTranscript'
  | 'listAiSessions'
  | 'summarizeAiReviews'
  | 'reviewSession'
  | 'deleteReview'
  | 'listInsights'
  | 'listHandoffDays'
  | 'listConversationStarters'
  | 'getAiInsights'
  | 'listVisitors'
  | 'upsertVisitor'
  | 'deleteVisitor'
  | 'trackEvent'
  | 'ingest'
>;

/** Ratings, conversations, visitors and events that other systems send about them. */
export const CONVERSATION_EXAMPLES: Pick<Readonly<Record<OperationName, RowExamples>>, Names> = {
  getCsat: { ...NO_OBJECT, success: () => ({ query: { include: 'trend' } }) },
  listFeedback: { ...NO_OBJECT, success: () => ({}) },
  listHandoffs: {
    success: () => ({}),
    errors: {},
    foreign: (other) => ({ query: { sessionId: other.sessionId } }),
  },
  getTranscript: {
    success: (own) => ({ query: { sessionId: own.sessionId } }),
    errors: { not_found: () => ({ query: { sessionId: 'no such session' } }) },
    foreign: (other) => ({ query: { sessionId: other.sessionId } }),
  },
  listAiSessions: {
    success: () => ({}),
    errors: {},
    foreign: (other) => ({ query: { ticket_id: other.ticketId, customer_identity_id: other.identityId } }),
  },
  summarizeAiReviews: { ...NO_OBJECT, success: () => ({ query: { from: '2026-11-01' } }) },
  reviewSession: {
    success: (own) => ({ body: { session_id: own.sessionId, verdict: 'wrong', reason: 'Wrong tone' } }),
    errors: {
      not_found: () => ({ body: { session_id: 'no such session', verdict: 'right' } }),
      conflict: (own) => ({ body: { session_id: own.sessionId, verdict: 'right', version: 999 } }),
    },
    foreign: (other) => ({ body: { session_id: other.sessionId, verdict: 'right' } }),
  },
  deleteReview: {
    success: async (own) => ({ query: { session_id: await own.makeReview() } }),
    errors: {
      not_found: () => ({ query: { session_id: 'no such session' } }),
      conflict: async (own) => ({ query: { session_id: await own.makeReview(), version: 999 } }),
    },
    foreign: (other) => ({ query: { session_id: other.sessionId } }),
  },
  listInsights: { ...NO_OBJECT, success: () => ({ query: { report: 'insights', list: 'reason' } }) },
  listHandoffDays: { ...NO_OBJECT, success: () => ({ query: { report: 'handoffs' } }) },
  listConversationStarters: { ...NO_OBJECT, success: () => ({}) },
  getAiInsights: { ...NO_OBJECT, success: () => ({}) },
  listVisitors: {
    success: () => ({}),
    errors: { not_found: () => ({ query: { key: 'no such visitor' } }) },
    foreign: (other) => ({ query: { email: other.email, customer_identity_id: other.identityId } }),
  },
  upsertVisitor: {
    success: (own) => ({ body: { visitor_key: own.visitorKey, email: own.email, attributes: { plan: 'pro' } } }),
    errors: {},
    // Refused before any look-up. visitors.test.ts tests that an address of another site links no one.
    foreign: (other) => ({ body: { visitor_key: ' ', email: other.email } }),
  },
  deleteVisitor: { ...NO_OBJECT, success: () => ({ query: { key: 'nobody yet' } }) },
  trackEvent: {
    ...NO_OBJECT,
    success: (own) => ({ body: { visitor_key: own.visitorKey, event: 'page_view', properties: { path: '/bikes' } } }),
  },
  ingest: {
    ...NO_OBJECT,
    success: (own) => ({
      body: {
        items: [
          { kind: 'csat', ticket_id: own.ticketId, score: 5 },
          { kind: 'feedback', rating: 9 },
        ],
      },
    }),
  },
};

/** A session with a handoff and a review, and its visitor. Inserted by SQL, because without extensions the API has no ingest. */
export async function makeConversation(
  { clock }: TestService,
  db: Db,
  { site }: TestSite,
  { name, email }: { readonly name: string; readonly email: string },
): Promise<ConversationFixture> {
  const context = { actor: TEST_ACTOR, now: clock.now() };
  const sessionId = `session-of-${site.id}`;
  const visitorKey = `visitor-of-${site.id}`;
  await db.transaction(async (db) => {
    await upsertVisitorRecord(db, site, { visitor_key: visitorKey, email, display_name: name }, context);
    const messages = [{ role: 'visitor', text: `Where is the order of ${name}?` } as const];
    await recordTranscript(db, site, { session_id: sessionId, visitor_key: visitorKey, email, messages }, context);
    await recordHandoff(db, site, { session_id: sessionId, reason: `Asked by ${name}` }, context);
  });
  const makeReview = async () => {
    const review = { session_id: sessionId, verdict: 'right', by: TEST_ACTOR } as const;
    return (await db.transaction((db) => storeReview(db, site, review, context))).session_id;
  };
  await makeReview();
  return { sessionId, visitorKey, makeReview };
}
