import { writeJson } from '#contract/json.ts';
import { MAX_FILTER_VALUES } from '#contract/filter-rules.ts';
import type { InboxSearch } from '#src/inbox/search.ts';

/** The list of some tickets by their numbers, whatever their state. */
export function searchOfNumbers(numbers: readonly number[]): InboxSearch {
  const rules: object[] = [];
  for (let at = 0; at < numbers.length; at += MAX_FILTER_VALUES) {
    rules.push({ field: 'ticket_number', op: 'any_of', value: numbers.slice(at, at + MAX_FILTER_VALUES) });
  }
  return { status: 'all', filter: writeJson({ any: rules }) };
}
