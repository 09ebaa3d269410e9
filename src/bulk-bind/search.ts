import { defineSearch, idText, oneOf, skip, wholeNumber } from '#src/browser/define-search.ts';

/** The steps of an import, in their order. An address without one is the first. */
export const STEPS = ['file', 'columns', 'dry-run', 'apply', 'result'] as const;
export type Step = (typeof STEPS)[number];

/** Which rows of the file the grid shows. */
export const ROW_VIEWS = ['problems', 'all', 'skipped'] as const;
export type RowView = (typeof ROW_VIEWS)[number];

/** The outcomes of a row, in the order of the counts. */
export const OUTCOMES = ['bound', 'refreshed', 'no_identity', 'bad_channel', 'failed'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export const bulkSearch = defineSearch(
  {
    step: oneOf(STEPS, 'file'),
    /** The rows of the grid. */
    rows: oneOf(ROW_VIEWS),
    /** The line of the file that the grid shows first. */
    line: wholeNumber(2, 999_999_999),
    /** An import of the history whose rows are shown. */
    job: idText,
    outcome: oneOf(OUTCOMES),
    skip,
  },
  { contradictions: ({ job, step }) => (job !== undefined && step !== undefined ? ['job', 'step'] : []) },
);
export type BulkSearch = ReturnType<typeof bulkSearch>;

/** Goes to another state of the page. */
export type Go = (next: BulkSearch, options?: { readonly replace?: boolean }) => void;
