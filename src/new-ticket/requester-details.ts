import { emailKey } from '#contract/contact-keys.ts';

/** Name and phone of a requester, as the fields have them. */
export interface Details {
  readonly name: string;
  readonly phone: string;
}

/** A customer whose details are in the form. */
export interface FilledCustomer extends Details {
  readonly email: string;
}

/** As field values: missing details are empty strings. */
export function filledCustomer(customer: {
  readonly email?: string | null;
  readonly name?: string | null;
  readonly phone?: string | null;
}): FilledCustomer {
  return { email: customer.email ?? '', name: customer.name ?? '', phone: customer.phone ?? '' };
}

/**
 * The details for an email: those of the customer found by it; until then those of the customer filled in before, if the email
 * is still theirs. A customer without an email gets the new one.
 */
export function detailsBeside(email: string, filled: FilledCustomer, found: Details | null): Details {
  if (found !== null) return found;
  const isTheirs = filled.email === '' || emailKey(email.trim()) === emailKey(filled.email.trim());
  return isTheirs ? filled : { name: '', phone: '' };
}

/** The requester of a ticket as it is sent. */
interface SentRequester {
  readonly requester_name?: string | null | undefined;
  readonly requester_email?: string | null | undefined;
  readonly requester_phone?: string | null | undefined;
}

/**
 * The email to look up before sending: one that was added to a customer without an email may belong to another customer. Null
 * if no details of the form's customer could be sent with it.
 */
export function emailToCheck(sent: SentRequester, filled: FilledCustomer): string | null {
  const isOpenedFor = filled.email === '' && (filled.name !== '' || filled.phone !== '');
  return isOpenedFor ? (sent.requester_email ?? null) : null;
}

/** The details to send with a known customer's email: filled-in ones are replaced by theirs, typed ones stay. */
export function sentBeside<Sent extends SentRequester>(sent: Sent, filled: FilledCustomer, found: Details): Sent {
  const now = { name: sent.requester_name ?? '', phone: sent.requester_phone ?? '' };
  const { name, phone } = replacedDetails(now, filled, found);
  return {
    ...sent,
    ...(name === undefined ? {} : { requester_name: name === '' ? undefined : name }),
    ...(phone === undefined ? {} : { requester_phone: phone === '' ? undefined : phone }),
  };
}

/** The fields to change when other details replace the filled-in ones. Typed text stays. */
export function replacedDetails(now: Details, filled: Details, next: Details): Partial<Details> {
  return {
    ...(now.name === filled.name && next.name !== now.name ? { name: next.name } : {}),
    ...(now.phone === filled.phone && next.phone !== now.phone ? { phone: next.phone } : {}),
  };
}
