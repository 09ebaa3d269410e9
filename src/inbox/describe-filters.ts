import { displayZone } from '#src/api/display-zone.ts';
import { chipsOf, chipText, hasMoreRules } from './filter-change.ts';
import { countPlain, entriesOf } from './filter-entries.ts';
import { chipWords } from './filter-words.ts';
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
  const rules = hasMoreRules(search, plan) ? entriesOf(search).slice(countPlain(search)) : [];
  for (const rule of rules) {
    const { field, value } = chipWords(rule, { agents, zone: displayZone() });
    chips.push(`${field} ${value}`.trim());
  }
  return search.q === undefined ? chips : [...chips, `${fields.q} “${search.q}”`];
}
