import { emailKey, phoneKey } from '#contract/contact-keys.ts';
import type { Country } from '#contract/dialling.ts';
import { nameKey } from '#contract/folded-text.ts';
import type { CustomerDuplicate } from '#contract/customer-merges.ts';
import type { Channel, CustomerIdentity } from '#contract/customers.ts';

export interface ComparedHandle {
  readonly channel: Channel;
  readonly external_user_id: string;
  readonly display_handle: string | null;
}

/** A customer with everything that is compared. */
export interface ComparedCustomer extends Readonly<CustomerIdentity> {
  readonly email_key: string | null;
  readonly phone_key: string | null;
  readonly handles: readonly ComparedHandle[];
  readonly visitor_keys: readonly string[];
}

type Evidence = CustomerDuplicate['evidence'][number];
type Strength = CustomerDuplicate['strength'];

/** Shorter numbers match by chance, such as extensions of an office. */
const MIN_DIGITS = 9;

/** Evidence that two customers are one person: at most one value per kind, strongest first. See docs/api.md, "Duplicates". */
export function findEvidence(one: ComparedCustomer, other: ComparedCustomer, country: Country | null): Evidence[] {
  const values = {
    phone: one.phone_key === null || other.phone_key === null ? null : samePhone(one.phone_key, other.phone_key),
    email: one.email_key === null || other.email_key === null ? null : sameEmail(one.email_key, other.email_key),
    handle: sameHandle(one, other, country),
    name: sameName(one, other),
    visitor: one.visitor_keys.find((key) => other.visitor_keys.includes(key)) ?? null,
  };
  const kinds = ['phone', 'email', 'handle', 'name', 'visitor'] as const;
  return kinds.flatMap((kind) => {
    const value = values[kind];
    return value === null ? [] : [{ kind, value }];
  });
}

/** A phone, email or handle is strong evidence; a name and a device together make a pair likely. Null: no pair. */
export function strengthOf(evidence: readonly Evidence[]): Strength | null {
  if (evidence.some(({ kind }) => kind === 'phone' || kind === 'email' || kind === 'handle')) return 'strong';
  return evidence.length > 1 ? 'likely' : null;
}

/**
 * The common phone, else null. A number without a country code matches the end of one with it, such as `0151 55501884`
 * and `+4915155501884`; the value then has both.
 */
function samePhone(one: string, other: string): string | null {
  if (one === other) return one;
  const [isOneFull, isOtherFull] = [one.startsWith('+'), other.startsWith('+')];
  if (isOneFull && isOtherFull) return null;
  const [whole, part] = isOneFull ? [one, other] : isOtherFull ? [other, one] : [one, other];
  const [wholeDigits, partDigits] = [bareDigits(whole), bareDigits(part)];
  if (partDigits.length < MIN_DIGITS) return null;
  const isSame = isOneFull || isOtherFull ? wholeDigits.endsWith(partDigits) : wholeDigits === partDigits;
  return isSame ? `${whole} = ${part}` : null;
}

function bareDigits(phone: string): string {
  return phone.replace(/\D/g, '').replace(/^0+/, '');
}

/** The address without a plus tag, which many mailboxes ignore. */
function baseOf(email: string): string {
  const at = email.lastIndexOf('@');
  const plus = email.indexOf('+');
  return plus > 0 && plus < at ? email.slice(0, plus) + email.slice(at) : email;
}

function sameEmail(one: string, other: string): string | null {
  if (one === other) return one;
  return baseOf(one) === baseOf(other) ? baseOf(one) : null;
}

/** A handle of one customer that is a phone or email of the other, or a public name that both have on one channel. */
function sameHandle(one: ComparedCustomer, other: ComparedCustomer, country: Country | null): string | null {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    for (const phone of numbersOf(from.handles, country))
      for (const known of phonesOf(to, country)) {
        const same = samePhone(phone, known);
        if (same !== null) return same;
      }
    for (const address of addressesOf(from.handles))
      for (const known of emailsOf(to)) {
        const same = sameEmail(address, known);
        if (same !== null) return same;
      }
  }
  for (const handle of one.handles) {
    const name = nameOfHandle(handle);
    const hasName = (held: ComparedHandle) => held.channel === handle.channel && nameOfHandle(held) === name;
    if (name !== null && other.handles.some(hasName)) return `${handle.channel} ${name}`;
  }
  return null;
}

function numbersOf(handles: readonly ComparedHandle[], country: Country | null): string[] {
  return handles.flatMap(({ channel, external_user_id }) => {
    const key = channel === 'whatsapp' || channel === 'sms' ? phoneKey(external_user_id, country) : null;
    return key === null || bareDigits(key).length < MIN_DIGITS ? [] : [key];
  });
}

function addressesOf(handles: readonly ComparedHandle[]): string[] {
  return handles.flatMap(({ channel, external_user_id }) => (channel === 'email' ? [emailKey(external_user_id)] : []));
}

function phonesOf({ phone_key, handles }: ComparedCustomer, country: Country | null): string[] {
  const own = phone_key !== null && bareDigits(phone_key) !== '' ? [phone_key] : [];
  return [...own, ...numbersOf(handles, country)];
}

function emailsOf({ email_key, handles }: ComparedCustomer): string[] {
  return [...(email_key === null ? [] : [email_key]), ...addressesOf(handles)];
}

/** A public name such as `@lena.rides`, which belongs to one account. Null for a personal name in this field. */
function nameOfHandle({ channel, display_handle: name }: ComparedHandle): string | null {
  if (channel !== 'messenger' && channel !== 'instagram') return null;
  const bare = name?.trim().toLowerCase() ?? '';
  return bare.length > 3 && !/\s/.test(bare) && /^@|[0-9_.]/.test(bare) ? bare : null;
}

/** The name without accents; null for a single word, which is too common. */
function comparedName(name: string | null): string | null {
  const key = nameKey(name ?? '');
  return key.includes(' ') ? key : null;
}

function sameName(one: ComparedCustomer, other: ComparedCustomer): string | null {
  const name = comparedName(one.display_name);
  return name !== null && name === comparedName(other.display_name) ? (one.display_name?.trim() ?? null) : null;
}
