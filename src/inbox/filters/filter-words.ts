import { formatDay, formatInstant } from '#src/format/time.ts';
import { channelWord, priorityWord, statusWord } from '#src/format/ticket-words.ts';
import { wallTimeOf } from '#src/format/zoned.ts';
import { isRule, ruleKind, type Entry, type Rule, type RuleField } from './filter-entries.ts';
import type { FilterGroup } from './filter-json.ts';
import { filterMessages } from './filter-messages.ts';

export interface Wording {
  readonly agents: ReadonlyMap<string, string>;
  readonly zone: string;
}

/** How a condition compares, as it is offered: a range with one end is a word of its own. */
export type ShownOp = keyof typeof filterMessages.op;

export function fieldWord(field: RuleField): string {
  return filterMessages.fieldNames[field];
}

export function shownOp({ field, op, values }: Rule): ShownOp {
  if (op === 'between') return rangeOp(values);
  if (field === 'first_response_utc') return op === 'is_set' ? 'given' : 'notGiven';
  const isTyped = ruleKind(field) === 'text' && field !== 'channel';
  if (isTyped && op === 'any_of') return 'is';
  return isTyped && op === 'none_of' ? 'is_not' : op;
}

export type RangeOp = 'between' | 'before' | 'from';

/** A range with one open end has a name of its own. */
export function rangeOp([from, to]: Rule['values']): RangeOp {
  if (typeof from !== 'string' && typeof to === 'string') return 'before';
  return typeof from === 'string' && typeof to !== 'string' ? 'from' : 'between';
}

function valueWord(field: RuleField, value: string, { agents }: Wording): string {
  switch (field) {
    case 'status':
      return statusWord(value);
    case 'priority':
      return priorityWord(value);
    case 'channel':
      return channelWord(value);
    case 'assignee':
      if (value === 'none') return filterMessages.nobody;
      return value === 'me' ? filterMessages.me : (agents.get(value) ?? value);
    default:
      return value;
  }
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
  const isMidnight = (iso: string) => wallTimeOf(iso, zone)?.time === '00:00:00';
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
    const op = item.op === 'is' ? 'any_of' : item.op === 'is_not' ? 'none_of' : item.op;
    return ruleWords({ ...item, op }, wording);
  });
  return parts.join(` ${join === 'all' ? filterMessages.and : filterMessages.or} `);
}
