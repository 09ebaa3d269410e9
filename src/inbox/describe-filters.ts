import { chipsOf, chipText } from './filter-change.ts';
import type { ListPlan } from './list-plan.ts';
import { messages } from './messages.ts';
import type { InboxSearch } from './search.ts';

/** Every filter in words, "Status Open" and the free text too. */
export function describeFilters(
  search: InboxSearch,
  plan: ListPlan,
  agents: ReadonlyMap<string, string>,
): readonly string[] {
  const { fields } = messages.filter;
  const chips = chipsOf(search, plan).map((name) => `${fields[name]} ${chipText(search, name, plan, agents)}`);
  return search.q === undefined ? chips : [...chips, `${fields.q} “${search.q}”`];
}
