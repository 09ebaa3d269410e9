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

/** As the fields have them: what a customer has none of is empty. */
export function filledCustomer(customer: {
  readonly email?: string | null;
  readonly name?: string | null;
  readonly phone?: string | null;
}): FilledCustomer {
  return { email: customer.email ?? '', name: customer.name ?? '', phone: customer.phone ?? '' };
}

/**
 * The details that belong beside an email: those of the customer who was found by it; until one is found, those of the
 * customer who was filled in before, if the email is still theirs. To a customer without an email a new one is added.
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
 * The email that has to be looked up before the ticket is sent: one that was added to a customer without an email may turn
 * out to be another customer's. Null where nothing of the form's customer can get beside it.
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

/** The fields that have to change when other details take the place of those filled in. Text that a person typed stays. */
export function replacedDetails(now: Details, filled: Details, next: Details): Partial<Details> {
  return {
    ...(now.name === filled.name && next.name !== now.name ? { name: next.name } : {}),
    ...(now.phone === filled.phone && next.phone !== now.phone ? { phone: next.phone } : {}),
  };
}
