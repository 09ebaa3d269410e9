import { defineSearch, textWhere } from '#src/browser/define-search.ts';

const MONTH = /^(19[7-9][0-9]|2[0-9]{3})-(0[1-9]|1[0-2])$/;

/** What of the report stands in its URL. Without a month it is the last one that is over. */
export const monthSearch = defineSearch({ month: textWhere((text) => MONTH.test(text)) });
export type MonthSearch = ReturnType<typeof monthSearch>;
