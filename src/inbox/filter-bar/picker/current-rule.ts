import { blankRule, rulesOn, type PlacedRule, type Scope } from './picker-draft.ts';
import { isListed } from './picker-values.ts';
import { ruleKind, type Entry, type Rule, type RuleField } from '#src/inbox/filters/filter-rule.ts';

/** The condition that the right pane shows, and how many there are on its field. */
export function currentRule(
  entries: readonly Entry[],
  scope: Scope,
  field: RuleField | null,
  nth: number,
): { readonly current: PlacedRule | undefined; readonly others: number } {
  if (field === null) return { current: undefined, others: 0 };
  const all = rulesOn(entries, scope, field);
  return { current: all[nth], others: all.length };
}

/** Whether values are chosen from a list: not where texts, numbers or times are typed, nor where none is needed. */
export function usesValueList(field: RuleField, rule: Rule | undefined): boolean {
  const { op } = rule ?? blankRule(field);
  return isListed(field) && (ruleKind(field) === 'flag' || op === 'any_of' || op === 'none_of');
}
