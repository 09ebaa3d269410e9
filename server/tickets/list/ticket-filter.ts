import * as z from 'zod/mini';
import {
  comparesTexts,
  FILTER_KINDS,
  MAX_FILTER_RULES,
  MAX_FILTER_TEXTS,
  MAX_FILTER_VALUES,
  OPERATORS_OF_KIND,
  readAge,
  type FilterKind,
} from '#contract/filter-rules.ts';
import { PRIORITIES, STATUSES } from '#contract/ticket-names.ts';
import { FILTER_FIELDS, FILTER_OPERATORS } from '#contract/tickets.ts';
import { isIdText, isStorable, codePoints } from '#contract/scalars.ts';
import { ApiError } from '#server/operation/api-error.ts';

const MAX_TEXT = 300;

type Operator = (typeof FILTER_OPERATORS)[number];
type Field = (typeof FILTER_FIELDS)[number];

/** A rule whose operator and values are valid for its field. `values` is empty for is_set and is_not_set. */
export interface FilterRule {
  readonly field: Field;
  readonly kind: FilterKind;
  readonly op: Operator;
  readonly values: readonly (string | null)[];
}

export interface FilterGroup {
  readonly join: 'all' | 'any';
  readonly items: readonly (FilterRule | FilterGroup)[];
}

const scalar = z.union([z.string(), z.number(), z.bigint(), z.null()]);
const ruleShape = z.strictObject({
  field: z.enum(FILTER_FIELDS, { error: `field must be one of ${FILTER_FIELDS.join(', ')}` }),
  op: z.enum(FILTER_OPERATORS, { error: `op must be one of ${FILTER_OPERATORS.join(', ')}` }),
  value: z.optional(z.union([scalar, z.array(scalar)], { error: 'value must be text, a number, or a list of these' })),
});
const groupShape = z.union([
  z.strictObject({ all: z.array(z.unknown()) }),
  z.strictObject({ any: z.array(z.unknown()) }),
]);

/**
 * Reads the `filter` parameter of GET tickets: `{all|any:[{field,op,value}|group]}`, 2 levels, 20 rules, 100 texts.
 * @throws ApiError bad_field with the path of the wrong part
 */
export function parseTicketFilter(json: unknown): FilterGroup {
  const group = parseGroup(json, 'filter', 1);
  const rules = rulesOf(group);
  if (rules.length > MAX_FILTER_RULES) {
    throw wrong(`filter has ${rules.length} rules, at most ${MAX_FILTER_RULES} are allowed`);
  }
  const texts = rules.filter(comparesTexts).reduce((sum, { values }) => sum + values.length, 0);
  if (texts > MAX_FILTER_TEXTS) {
    throw wrong(`filter compares ${texts} texts and tags, at most ${MAX_FILTER_TEXTS} are allowed in all its rules`);
  }
  return group;
}

function parseGroup(json: unknown, path: string, level: number): FilterGroup {
  const parsed = groupShape.safeParse(json);
  if (!parsed.success) throw wrong(`${path} must be {"all":[...]} or {"any":[...]}`);
  const join = 'all' in parsed.data ? 'all' : 'any';
  const items = 'all' in parsed.data ? parsed.data.all : parsed.data.any;
  if (items.length === 0) throw wrong(`${path}.${join} must hold at least one rule`);
  if (items.length > MAX_FILTER_RULES) throw wrong(`${path}.${join} holds more than ${MAX_FILTER_RULES} rules`);
  return {
    join,
    items: items.map((item, index) => {
      const itemPath = `${path}.${join}[${index}]`;
      if (!isGroup(item)) return parseRule(item, itemPath);
      if (level === 2) throw wrong(`${itemPath} is a third level, groups nest two levels deep`);
      return parseGroup(item, itemPath, level + 1);
    }),
  };
}

function isGroup(item: unknown): boolean {
  return typeof item === 'object' && item !== null && ('all' in item || 'any' in item);
}

function parseRule(json: unknown, path: string): FilterRule {
  const parsed = ruleShape.safeParse(json);
  if (!parsed.success) throw wrong(`${path}: ${parsed.error.issues[0]?.message ?? 'must be {field, op, value}'}`);
  const { field, op, value } = parsed.data;
  const kind = FILTER_KINDS[field];
  if (!OPERATORS_OF_KIND[kind].includes(op))
    throw wrong(`${path}: ${field} takes the operators ${OPERATORS_OF_KIND[kind].join(', ')}`);
  return { field, kind, op, values: readValues(value, { field, kind, op, path }) };
}

interface RuleContext {
  readonly field: Field;
  readonly kind: FilterKind;
  readonly op: Operator;
  readonly path: string;
}

type Scalar = z.output<typeof scalar>;

function readValues(value: Scalar | Scalar[] | undefined, context: RuleContext): (string | null)[] {
  const { op, path } = context;
  if (op === 'is_set' || op === 'is_not_set') {
    if (value !== undefined && value !== null) throw wrong(`${path}: ${op} takes no value`);
    return [];
  }
  if (op === 'between') return readRange(value, context);
  if (op === 'older_than' || op === 'newer_than') {
    if (typeof value === 'string' && readAge(value) !== null) return [value];
    throw wrong(`${path}: ${op} takes an age of 1 to 9999 minutes, hours, days or weeks, such as 90m, 12h, 3d or 2w`);
  }
  if (op === 'any_of' || op === 'none_of') {
    if (!Array.isArray(value) || value.length === 0 || value.length > MAX_FILTER_VALUES) {
      throw wrong(`${path}: ${op} takes a list of 1 to ${MAX_FILTER_VALUES} values`);
    }
    return value.map((item) => readValue(item, context));
  }
  if (value === undefined || Array.isArray(value)) throw wrong(`${path}: ${op} takes one value`);
  return [readValue(value, context)];
}

/** Instants: from is inclusive, to is exclusive. Numbers: both are inclusive. Null leaves an end open. */
function readRange(value: Scalar | Scalar[] | undefined, context: RuleContext): (string | null)[] {
  if (!Array.isArray(value) || value.length !== 2 || value.every((end) => end === null)) {
    throw wrong(`${context.path}: between takes [from, to], and one of them may be null`);
  }
  return value.map((end) => (end === null ? null : readValue(end, context)));
}

function readValue(value: Scalar, { field, kind, path }: RuleContext): string {
  const text = typeof value === 'number' || typeof value === 'bigint' ? String(value) : value;
  const problem = text === null ? 'must not be null' : problemOf(text, kind, field);
  if (text === null || problem !== null) throw wrong(`${path}: value of ${field} ${problem}`);
  return kind === 'instant' ? new Date(text).toISOString() : text;
}

const instant = z.iso.datetime({ offset: true });

/** Years that both PostgreSQL and ISO 8601 write with four digits. */
function isInstant(text: string): boolean {
  return instant.safeParse(text).success && /^(?!0000)[0-9]{4}-/.test(new Date(text).toISOString());
}

function problemOf(text: string, kind: FilterKind, field: Field): string | null {
  if (kind === 'choice') {
    const allowed: readonly string[] = field === 'status' ? STATUSES : PRIORITIES;
    return allowed.includes(text) ? null : `must be one of ${allowed.join(', ')}`;
  }
  if (kind === 'assignee')
    return text === 'none' || text === 'me' || isIdText(text) ? null : 'must be an agent id, none or me';
  if (kind === 'id') return isIdText(text) ? null : 'must be an integer from 1 to 9223372036854775807';
  if (kind === 'number') return /^[0-9]{1,9}$/.test(text) ? null : 'must be an integer from 0 to 999999999';
  if (kind === 'instant') return isInstant(text) ? null : 'must be an ISO 8601 date-time, such as 2026-11-20T14:32:00Z';
  if (!isStorable(text)) return 'must not contain NUL or unpaired surrogates';
  return text.trim() !== '' && codePoints(text) <= MAX_TEXT ? null : `must be text of 1 to ${MAX_TEXT} characters`;
}

/** Whether a rule uses `me`, the agent of the token. */
export function usesMe(group: FilterGroup): boolean {
  return group.items.some((item) =>
    'join' in item ? usesMe(item) : item.kind === 'assignee' && item.values.includes('me'),
  );
}

function rulesOf(group: FilterGroup): readonly FilterRule[] {
  return group.items.flatMap((item) => ('join' in item ? rulesOf(item) : item));
}

function wrong(message: string): ApiError {
  return new ApiError('bad_field', message);
}
