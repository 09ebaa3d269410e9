import { formatDay, formatInstant } from '#src/format/time.ts';
import { dayAndTimeOf } from '#src/format/zone-time.ts';
import { filterMessages } from './filter-messages.ts';
import { filterOf } from './filter-query.ts';
import { isRule, ruleKind, toRule, type Entry, type FilterGroup, type Rule, type RuleField } from './filter-rule.ts';

export interface Wording {
  readonly agents: ReadonlyMap<string, string>;
  readonly zone: string;
}

/** How a condition compares, as it is offered: a range with one end is a word of its own. */
export type ShownOp = keyof typeof filterMessages.op;

export function fieldWord(field: RuleField): string {
  return filterOf(field).label;
}

export function shownOp({ field, op, values }: Rule): ShownOp {
  return op === 'between' ? rangeOp(values) : (filterOf(field).operatorWords?.[op] ?? op);
}

export type RangeOp = 'between' | 'before' | 'from';

/** A range with one open end has a name of its own. */
export function rangeOp([from, to]: Rule['values']): RangeOp {
  if (typeof from !== 'string' && typeof to === 'string') return 'before';
  return typeof from === 'string' && typeof to !== 'string' ? 'from' : 'between';
}

function valueWord(field: RuleField, value: string, { agents }: Wording): string {
  return filterOf(field).valueWord?.(value, agents) ?? value;
}

/** "Tag is none of" and "a, b": the two halves of a chip. */
export function chipWords(entry: Entry, wording: Wording): { readonly field: string; readonly value: string } {
  if ('foreign' in entry) return { field: filterMessages.group, value: groupWords(entry.foreign, wording) };
  if (!isRule(entry)) {
    const parts = entry.any.map((rule) => ruleWords(rule, wording));
    return { field: filterMessages.group, value: parts.join(` ${filterMessages.or} `) };
  }
  const op = filterMessages.op[shownOp(entry)];
  const isPlain = entry.op === 'any_of';
  return {
    field: isPlain ? fieldWord(entry.field) : `${fieldWord(entry.field)} ${op}`,
    value: valuesWords(entry, wording),
  };
}

/** The same for what has parameters of its own: "First reply" and "Not given". */
export function paramChipWords(rule: Rule, wording: Wording): { readonly field: string; readonly value: string } {
  const value = filterOf(rule.field).chipValue?.(rule);
  return value === undefined ? chipWords(rule, wording) : { field: fieldWord(rule.field), value };
}

function valuesWords({ field, op, values }: Rule, wording: Wording): string {
  if (ruleKind(field) === 'instant') return spanWords(values, wording.zone);
  const words = values.flatMap((value) => (value === null ? [] : valueWord(field, value, wording)));
  const [first, second] = words;
  return op === 'between' && first !== undefined && second !== undefined
    ? filterMessages.range(first, second)
    : words.join(', ');
}

/** Whole days are named as days: the midnight at the end of a span belongs to the day before it. */
function spanWords([from = null, to = null]: Rule['values'], zone: string): string {
  const isMidnight = (iso: string) => dayAndTimeOf(iso, zone)?.time === '00:00:00';
  const word = (iso: string) => (isMidnight(iso) ? formatDay(iso, zone) : formatInstant(iso, zone));
  if (from === null) return to === null ? '' : word(to);
  if (to === null) return word(from);
  const last = isMidnight(to) ? formatDay(new Date(Date.parse(to) - 1).toISOString(), zone) : formatInstant(to, zone);
  return filterMessages.range(word(from), last);
}

function ruleWords(rule: Rule, wording: Wording): string {
  return [fieldWord(rule.field), filterMessages.op[shownOp(rule)], valuesWords(rule, wording)].join(' ').trim();
}

function groupWords({ join, items }: FilterGroup, wording: Wording): string {
  const parts = items.map((item) => {
    if ('join' in item) return `(${groupWords(item, wording)})`;
    return ruleWords(toRule(item), wording);
  });
  return parts.join(` ${join === 'all' ? filterMessages.and : filterMessages.or} `);
}
