import { useQuery } from '@tanstack/react-query';
import { listAgents } from '#contract/tickets.ts';
import { read } from '#src/api/read.ts';
import { formatDay, formatInstant } from '#src/format/time.ts';
import { dayAndTimeOf } from '#src/format/zone-time.ts';
import type { Profile } from '#src/inbox/profile.ts';
import { entriesOf, paramRules, searchOf } from './filter-entries.ts';
import { filterOf, supportedFilters, withoutParamsOf, type FilterSearch } from './filter-query.ts';
import {
  ageWords,
  isAgeOp,
  isRule,
  ruleKind,
  type Entry,
  type Rule,
  type RuleField,
  filterMessages,
} from './filter-rule.ts';

/** A condition of the filter bar. */
export interface Chip {
  readonly field: string;
  readonly value: string;
  /** Opens the menu on a field or on an entry. */
  readonly start: { readonly field: RuleField } | { readonly entry: number };
  /** The change of the address that removes it. */
  readonly removed: Omit<FilterSearch, 'q'>;
}

export function chipsOf(search: FilterSearch, profile: Profile, wording: Wording): readonly Chip[] {
  const supported = supportedFilters(search, profile);
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

export interface Wording {
  readonly agents: ReadonlyMap<string, string>;
  readonly zone: string;
}

/** "is any of"; a range with one open end has a word of its own. */
export function operatorWord({ field, op, values: [from, to] }: Rule): string {
  const words = filterMessages.op;
  if (op !== 'between') return words[filterOf(field).operatorWords?.[op] ?? op];
  if (typeof from === typeof to) return words.between;
  return typeof from === 'string' ? words.from : words.before;
}

function valueWord(field: RuleField, value: string, { agents }: Wording): string {
  return filterOf(field).valueWord?.(value, agents) ?? value;
}

/** "Tag is none of" and "a, b": the two halves of a chip. */
export function chipWords(entry: Entry, wording: Wording): { readonly field: string; readonly value: string } {
  if ('json' in entry) return { field: filterMessages.others, value: '' };
  if (!isRule(entry)) {
    const parts = entry.any.map((rule) => ruleWords(rule, wording));
    return { field: filterMessages.group, value: parts.join(` ${filterMessages.or} `) };
  }
  const op = operatorWord(entry);
  const isPlain = entry.op === 'any_of';
  return {
    field: isPlain ? filterOf(entry.field).label : `${filterOf(entry.field).label} ${op}`,
    value: valuesWords(entry, wording),
  };
}

/** The same for a filter with its own parameter: "First reply" and "None yet". */
export function paramChipWords(rule: Rule, wording: Wording): { readonly field: string; readonly value: string } {
  const value = filterOf(rule.field).chipValue?.(rule);
  return value === undefined ? chipWords(rule, wording) : { field: filterOf(rule.field).label, value };
}

function valuesWords({ field, op, values }: Rule, wording: Wording): string {
  if (isAgeOp(op)) return values.map((value) => ageWords(value ?? '')).join();
  if (ruleKind(field) === 'instant') return spanWords(values, wording.zone);
  const words = values.flatMap((value) => (value === null ? [] : valueWord(field, value, wording)));
  const [first, second] = words;
  return op === 'between' && first !== undefined && second !== undefined
    ? filterMessages.range(first, second)
    : words.join(', ');
}

/** Names whole days as days: the midnight at the end of a span belongs to the day before. */
function spanWords([from = null, to = null]: Rule['values'], zone: string): string {
  const isMidnight = (iso: string) => dayAndTimeOf(iso, zone)?.time === '00:00:00';
  const word = (iso: string) => (isMidnight(iso) ? formatDay(iso, zone) : formatInstant(iso, zone));
  if (from === null) return to === null ? '' : word(to);
  if (to === null) return word(from);
  const last = isMidnight(to) ? formatDay(new Date(Date.parse(to) - 1).toISOString(), zone) : formatInstant(to, zone);
  return filterMessages.range(word(from), last);
}

function ruleWords(rule: Rule, wording: Wording): string {
  return [filterOf(rule.field).label, operatorWord(rule), valuesWords(rule, wording)].join(' ').trim();
}

export const NAMES_STALE_MS = 5 * 60_000;

export function useAgentNames(profile: Profile, enabled: boolean): ReadonlyMap<string, string> {
  const agents = useQuery({
    ...read(listAgents, { limit: 200 }),
    staleTime: NAMES_STALE_MS,
    enabled: enabled && profile.isExtended,
  });
  return new Map(agents.data?.items.map(({ id, name }) => [id, name]));
}
