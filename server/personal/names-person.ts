import { emailKey, isPhone, phoneKey } from '#contract/contact-keys.ts';
import type { Country } from '#contract/dialling.ts';
import { parseJson } from '#contract/json.ts';

/** The values by which a search can identify one person. */
export interface PersonMarks {
  /** Ids of the customer record and of those merged into it. */
  readonly identityIds: ReadonlySet<string>;
  /** In their normalized form. */
  readonly emailKeys: ReadonlySet<string>;
  readonly phoneKeys: ReadonlySet<string>;
  /** The site's country, used to normalize phone numbers. */
  readonly country: Country | null;
  /** Handles and visitor keys, exactly as written. */
  readonly handles: ReadonlySet<string>;
  /** Tags that identify the person. */
  readonly tagKeys: ReadonlySet<string>;
}

type Matches = (value: string, marks: PersonMarks) => boolean;

const isEmail: Matches = (value, { emailKeys }) => emailKeys.has(emailKey(value.trim()));
const isOwnPhone: Matches = (value, { phoneKeys, country }) => phoneKeys.has(phoneKey(value, country) ?? '');
const isId: Matches = (value, { identityIds }) => identityIds.has(value);
const isTag: Matches = (value, { tagKeys }) => value.split(',').some((tag) => tagKeys.has(tag.trim().toLowerCase()));
const isHandle: Matches = (value, { handles }) => handles.has(value);
/** A short number in a search is a ticket's id. */
const isSearched: Matches = (value, marks) =>
  [value.trim(), ...value.trim().split(/\s+/)].some(
    (text) => isEmail(text, marks) || isHandle(text, marks) || (isPhone(text) && isOwnPhone(text, marks)),
  );

/** Fields of searches and filters that identify a person. */
const FIELDS: Readonly<Record<string, Matches>> = {
  q: isSearched,
  email: isEmail,
  requester_email: isEmail,
  phone: isOwnPhone,
  requester_phone: isOwnPhone,
  identity_id: isId,
  customer_identity_id: isId,
  external_user_id: isHandle,
  visitor_key: isHandle,
  key: isHandle,
  tag: isTag,
  tags: isTag,
};

/** Whether the parameters of a search identify the person: compares whole values of such fields, never parts. */
export function namesPerson(query: Readonly<Record<string, string>>, marks: PersonMarks): boolean {
  return Object.entries(query).some(([field, value]) =>
    field === 'filter' ? rulesNamePerson(readFilter(value), marks) : matches(field, value, marks),
  );
}

function matches(field: string, value: string, marks: PersonMarks): boolean {
  return Object.hasOwn(FIELDS, field) && FIELDS[field]?.(value, marks) === true;
}

/** Rules may be nested groups. */
function rulesNamePerson(node: unknown, marks: PersonMarks): boolean {
  if (Array.isArray(node)) return node.some((one) => rulesNamePerson(one, marks));
  if (typeof node !== 'object' || node === null) return false;
  if ('field' in node && typeof node.field === 'string' && 'value' in node) {
    const { field } = node;
    return [node.value].flat().some((value) => typeof value === 'string' && matches(field, value, marks));
  }
  return Object.values(node).some((one) => rulesNamePerson(one, marks));
}

function readFilter(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}
