import { isWorldwide, phoneKey } from '#contract/contact-keys.ts';
import type { Channel } from '#contract/customers.ts';
import type { Country } from '#contract/dialling.ts';
import { isEmail } from '#contract/scalars.ts';
import { messages } from './messages.ts';

export interface HandleCheck {
  /** As it is sent: without blanks around it, a number without what only helps to read it. */
  readonly value: string;
  /** Why it cannot be bound. */
  readonly problem: string | null;
  /** Why it looks wrong; it can be bound all the same. */
  readonly doubt: string | null;
}

const META_ID = /^[0-9]{5,20}$/;
const META_NAME = /^@?[a-z0-9](?:[a-z0-9._]{0,48}[a-z0-9_])?$/i;

/** Judges a handle by the rules of its channel: numbers and addresses strictly, ids of Messenger and Instagram not. */
export function checkHandle(channel: Channel, typed: string, country: Country | null): HandleCheck {
  const trimmed = typed.trim();
  const fine = (value: string): HandleCheck => ({ value, problem: null, doubt: null });
  if (trimmed === '') return fine('');
  switch (channel) {
    case 'whatsapp':
    case 'sms': {
      const value = phoneKey(trimmed, country) ?? trimmed;
      return { ...fine(value), problem: isWorldwide(value) ? null : messages.binding.badNumber };
    }
    case 'email':
      return { ...fine(trimmed), problem: isEmail(trimmed) ? null : messages.binding.badEmail };
    default: {
      const isUsual = META_ID.test(trimmed) || META_NAME.test(trimmed);
      return { ...fine(trimmed), doubt: isUsual ? null : messages.binding.doubt };
    }
  }
}
