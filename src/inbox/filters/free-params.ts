import { filterMessages } from './filter-messages.ts';
import { readFilter } from './filter-json.ts';
import { always, textUpTo, withExtension, type FilterParam } from './filter-params.ts';

/** Parameters that narrow the list and are no condition on one field: whatever has no parameter of its own, and free text. */
export const FREE_PARAMS = {
  filter: {
    label: filterMessages.conditions,
    param: {
      parse: (value) => (readFilter(value) === null ? null : value),
      toQuery: (filter) => ({ filter }),
      isSupported: withExtension,
    },
  },
  q: {
    label: filterMessages.freeText,
    param: { parse: textUpTo(200), toQuery: (q) => ({ q }), isSupported: always },
  },
} satisfies Record<string, { readonly label: string; readonly param: FilterParam }>;
