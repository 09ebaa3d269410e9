import { curl } from '#server/docs-page/curl.ts';
import {
  AGE_UNITS,
  FILTER_KINDS,
  MAX_FILTER_RULES,
  MAX_FILTER_TEXTS,
  MAX_FILTER_VALUES,
  OPERATORS_OF_KIND,
  type FilterKind,
} from '#contract/filter-rules.ts';
import { OPERATIONS } from '#contract/operations.ts';
import { PRIORITIES, STATUSES } from '#contract/ticket-names.ts';
import { FILTER_FIELDS, FILTER_OPERATORS, type FilterField } from '#contract/tickets.ts';
import { fieldAnchor } from '#server/docs-page/fields.ts';
import { anchorOf } from '#server/docs-page/families.ts';
import { codes, html, table } from '#server/docs-page/html.ts';
import type { Guide } from './guide.ts';

type Operator = (typeof FILTER_OPERATORS)[number];

/** Parameters of GET tickets that choose a page or a form instead of tickets. */
const NO_FILTERS: ReadonlySet<string> = new Set([
  'limit',
  'skip',
  'order_by',
  'dir',
  'format',
  'facets',
  'all',
  'filter',
]);

const OPERATOR_MEANINGS: Readonly<Record<Operator, string>> = {
  is: 'has this value; texts in any case, phones in any way of writing',
  is_not: 'has another value, or none',
  any_of: `has one of 1 to ${MAX_FILTER_VALUES} values`,
  none_of: `has none of 1 to ${MAX_FILTER_VALUES} values`,
  contains: 'the text occurs in it, in any case; in tags, in one of them',
  is_set: 'has a value; send no value',
  is_not_set: 'has no value; send no value',
  between: 'from the first, up to the second: numbers inclusive, times exclusive. Null leaves an end open',
  older_than: 'before so long ago',
  newer_than: 'since so long ago',
};

/** Two values of each kind that any site accepts. */
const VALUES: Readonly<Record<FilterKind, readonly [unknown, unknown]>> = {
  choice: ['high', 'urgent'],
  text: ['brake', 'bell'],
  tag: ['returns', 'warranty'],
  assignee: ['none', '7'],
  number: [1000, 1999],
  id: [88, 89],
  instant: ['2026-11-01T00:00:00Z', '2026-12-01T00:00:00Z'],
};

/** A condition that the service accepts for this field and operator. */
export function exampleCondition(field: FilterField, op: Operator): object {
  const [first, second] = field === 'status' ? ['open', 'pending'] : VALUES[FILTER_KINDS[field]];
  if (op === 'is_set' || op === 'is_not_set') return { field, op };
  if (op === 'older_than' || op === 'newer_than') return { field, op, value: '3d' };
  const takesTwo = op === 'any_of' || op === 'none_of' || op === 'between';
  return { field, op, value: takesTwo ? [first, second] : first };
}

const EXAMPLE = {
  all: [
    { field: 'status', op: 'any_of', value: ['open', 'pending'] },
    { field: 'created_utc', op: 'older_than', value: '3d' },
    { any: [exampleCondition('tag', 'is'), exampleCondition('assignee', 'is_not_set')] },
  ],
};

export const FILTERS: Guide = {
  id: 'filters',
  title: 'Filters of tickets',
  purpose: 'Parameters, conditions with operators, and groups of alternatives.',
  words: 'search query where find condition operator',
  body: () =>
    html`<p>
        The parameters of <a href="#tickets-get">GET tickets</a> are combined with "and":
        ${Object.keys(OPERATIONS.listTickets.query.shape)
          .filter((name) => !NO_FILTERS.has(name))
          .map(
            (name, at) =>
              html`${at === 0 ? '' : ', '}<a href="#${fieldAnchor(anchorOf(OPERATIONS.listTickets), name)}"
                  >${name}</a
                >`,
          )}. <code>status</code> and <code>priority</code> take several values with commas. <code>q</code> finds
        tickets in which every word occurs: in subject, requester, number or tags.
      </p>
      <p>
        Everything else is said by <code>filter</code>: JSON with <code>all</code> (and) or <code>any</code> (or) of
        conditions <code>{field, op, value}</code> and of groups, two levels deep. This one finds what is unsolved for
        three days and is either tagged or unassigned:
      </p>
      ${curl('/tickets', ['--get'], ['--data-urlencode', `filter=${JSON.stringify(EXAMPLE)}`])}
      ${table(kinds(), [
        {
          title: 'Fields and their values',
          cell: ({ kind, fields }) => html`${codes(fields)}<span class="type">${VALUE_FORMS[kind]}</span>`,
        },
        { title: 'Operators', cell: ({ kind }) => codes(OPERATORS_OF_KIND[kind]) },
      ])}
      ${table(FILTER_OPERATORS, [
        { title: 'Operator', cell: (op) => html`<code>${op}</code>` },
        {
          title: 'Finds a ticket whose field',
          cell: (op) =>
            html`${OPERATOR_MEANINGS[op]}
              <span class="type"><code>${JSON.stringify(exampleCondition(fieldWith(op), op))}</code></span>`,
        },
      ])}
      <p>
        A filter has at most ${String(MAX_FILTER_RULES)} conditions and compares at most ${String(MAX_FILTER_TEXTS)}
        texts and tags in all of them. An age is a number from 1 to 9999 with one of ${codes(Object.keys(AGE_UNITS))}:
        minutes, hours, days of 24 hours, weeks. A condition that is wrong is 400
        <code>bad_field</code>, and the message has its place, such as <code>filter.all[2].any[0]</code>.
      </p>`,
};

const VALUE_FORMS: Readonly<Record<FilterKind, string>> = {
  choice: `of status: ${STATUSES.join(', ')}; of priority: ${PRIORITIES.join(', ')}`,
  text: 'text of 1 to 300 characters',
  tag: 'the name of a tag, in any case',
  assignee: 'an agent id as text, none, or me (the agent of the token)',
  number: 'an integer from 0 to 999999999',
  id: 'an id',
  instant: 'a time with an offset or Z',
};

function kinds(): readonly { readonly kind: FilterKind; readonly fields: readonly FilterField[] }[] {
  return [...Map.groupBy(FILTER_FIELDS, (field) => FILTER_KINDS[field])].map(([kind, fields]) => ({ kind, fields }));
}

/** The first field that takes the operator. */
function fieldWith(op: Operator): FilterField {
  return FILTER_FIELDS.find((field) => OPERATORS_OF_KIND[FILTER_KINDS[field]].includes(op)) ?? 'status';
}
