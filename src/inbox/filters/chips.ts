import { displayZone } from '#src/browser/zone.ts';
import type { Capabilities } from '#src/inbox/capabilities.ts';
import { entriesOf, paramRules } from './filter-entries.ts';
import { filterMessages } from './filter-messages.ts';
import { supportedFilters, withoutParamsOf, type FilterSearch } from './filter-query.ts';
import type { RuleField } from './filter-rule.ts';
import { searchOf } from './filter-search.ts';
import { chipWords, paramChipWords, type Wording } from './filter-words.ts';

/** A condition as it stands in the filter bar. */
export interface Chip {
  readonly field: string;
  readonly value: string;
  /** What the menu opens on: the field, or which of the entries. */
  readonly start: { readonly field: RuleField } | { readonly entry: number };
  /** The change of the URL when it is removed; what stands beside it stays as it is written. */
  readonly removed: Omit<FilterSearch, 'q'>;
}

/** The conditions that the list follows, in their order. */
export function chipsOf(search: FilterSearch, can: Capabilities, wording: Wording): readonly Chip[] {
  const supported = supportedFilters(search, can);
  const own = paramRules(supported).map((rule) => ({
    ...paramChipWords(rule, wording),
    start: { field: rule.field },
    removed: withoutParamsOf(rule.field),
  }));
  if (supported.filter === undefined) return own;
  const entries = entriesOf(search);
  const first = paramRules(search).length;
  const rest = entries.slice(first).map((entry, step) => ({
    ...chipWords(entry, wording),
    start: { entry: first + step },
    removed: searchOf(entries.filter((_, at) => at !== first + step)),
  }));
  return [...own, ...rest];
}

/** Every filter in words, "Status Open" and the free text too. */
export function describeFilters(
  search: FilterSearch,
  can: Capabilities,
  agents: ReadonlyMap<string, string>,
): readonly string[] {
  const words = chipsOf(search, can, { agents, zone: displayZone() }).map(({ field, value }) =>
    `${field} ${value}`.trim(),
  );
  return search.q === undefined ? words : [...words, `${filterMessages.freeText} “${search.q}”`];
}
