import type { OperationName } from '#contract/operations.ts';
import { addNoteRecord, MAX_NOTES } from '#server/chart-notes/chart-notes.ts';
import { recordCsat } from '#server/csat/record-csat.ts';
import { sql } from '#server/db/db.ts';
import { ABSENT_ID, NO_OBJECT, type Fixture, type RowExamples } from './row-example.ts';
import { TEST_ACTOR, type TestService, type TestSite } from './service.ts';

type Names =
  | 'getCsatSummary'
  | 'listCsatDays'
  | 'listCsatSplits'
  | 'listCsatAnswers'
  | 'updateCsatReview'
  | 'listChartNotes'
  | 'addChartNote'
  | 'deleteChartNote';

export const CSAT_EXAMPLES: Pick<Readonly<Record<OperationName, RowExamples>>, Names> = {
  getCsatSummary: { ...NO_OBJECT, success: () => ({ query: { report: 'summary', definition: 'share_good' } }) },
  listCsatDays: { ...NO_OBJECT, success: () => ({ query: { report: 'days', zone: 'Asia/Kathmandu' } }) },
  listCsatSplits: {
    success: (own) => ({ query: { report: 'splits', agent: own.agentId.toString() } }),
    errors: {},
    foreign: (other) => ({ query: { report: 'splits', agent: other.agentId.toString() } }),
  },
  listCsatAnswers: {
    success: () => ({ query: { report: 'answers', score: '0,1,2,3,4,5', review: 'none' } }),
    errors: {},
    foreign: (other) => ({ query: { report: 'answers', q: other.email } }),
  },
  updateCsatReview: {
    success: (own) => ({ body: { id: own.answerId, review: 'contacted' } }),
    errors: {
      not_found: () => ({ body: { id: ABSENT_ID, review: 'contacted' } }),
      conflict: (own) => ({ body: { id: own.answerId, review: 'ignored', version: 999 } }),
    },
    foreign: (other) => ({ body: { id: other.answerId, review: 'contacted' } }),
  },
  listChartNotes: { ...NO_OBJECT, success: () => ({ query: { chart: 'csat' } }) },
  addChartNote: {
    scope: 'csat:write',
    success: () => ({ body: { chart: 'csat', date: '2026-11-20', text: 'New firmware' } }),
    errors: {
      insufficient_scope: async (own) => ({
        token: await own.session(['read']),
        body: { chart: 'ai', date: '2026-11-20', text: 'New model' },
      }),
      conflict: async (own) => ({
        token: await own.fullOfChartNotes(),
        body: { chart: 'csat', date: '2026-11-20', text: 'One more' },
      }),
    },
    foreign: null,
  },
  deleteChartNote: {
    scope: 'csat:write',
    success: async (own) => ({ query: { id: await own.makeChartNote() } }),
    errors: {
      insufficient_scope: async (own) => ({ token: await own.session(['read']), query: { id: own.chartNoteId } }),
      not_found: () => ({ query: { id: ABSENT_ID } }),
    },
    foreign: (other) => ({ query: { id: other.chartNoteId } }),
  },
};

/** An answer and a note of a chart. Inserted by SQL, because without extensions the API has neither. */
export async function csatFixture(
  service: TestService,
  site: TestSite['site'],
  ticketId: bigint,
): Promise<Pick<Fixture, 'answerId' | 'chartNoteId' | 'makeChartNote' | 'fullOfChartNotes'>> {
  const { database, clock } = service;
  const db = database.forSite(site.id);
  const makeChartNote = async () => {
    const note = { chart: 'csat', date: '2026-11-20', text: 'New firmware', by: TEST_ACTOR } as const;
    const context = { actor: TEST_ACTOR, now: clock.now() };
    return (await db.transaction((db) => addNoteRecord(db, site, note, context))).id;
  };
  const answer = await db.transaction((db) =>
    recordCsat(db, site, { ticketId, score: 2, comment: 'Too late' }, { actor: TEST_ACTOR, now: clock.now() }),
  );
  return {
    answerId: answer?.id ?? ABSENT_ID,
    chartNoteId: await makeChartNote(),
    makeChartNote,
    async fullOfChartNotes() {
      const full = await service.createSite({ name: 'Many notes' });
      await database.owner.query(sql`
        insert into chart_note (site_id, id, chart, date, text, author, created_utc)
        select ${full.site.id}, n, 'ai', '2026-11-20', 'Note', 'test', ${clock.now().toISOString()}::timestamptz
        from generate_series(1, ${MAX_NOTES}::integer) n`);
      return full.token;
    },
  };
}
