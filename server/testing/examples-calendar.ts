import type { OperationName } from '#contract/operations.ts';
import type { RowExamples } from './row-example.ts';

type Row = 'updateBusinessCalendar';

export const CALENDAR_EXAMPLES: Pick<Readonly<Record<OperationName, RowExamples>>, Row> = {
  updateBusinessCalendar: {
    success: () => ({ body: { week: [{ day_of_week: 1, open_minute: 540, close_minute: 1_080 }] } }),
    errors: { conflict: () => ({ body: { week: [], version: 999_999 } }) },
    foreign: null,
  },
};
