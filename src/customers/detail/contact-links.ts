import { isWorldwide, phoneKey } from '#contract/contact-keys.ts';
import { isEmail } from '#contract/scalars.ts';

const NUMBER = /^\+?[0-9]{5,15}$/;

/** `mailto:` of an address that is one, else null. */
export function mailHref(email: string): string | null {
  return isEmail(email) ? `mailto:${encodeURIComponent(email).replace('%40', '@')}` : null;
}

/** `tel:` of a number that can be dialled, else null. */
export function callHref(phone: string): string | null {
  const key = phoneKey(phone, null);
  return key !== null && NUMBER.test(key) ? `tel:${key}` : null;
}

/** A chat on WhatsApp with a number that says its country, else null. */
export function whatsAppHref(phone: string): string | null {
  const key = phoneKey(phone, null);
  return key !== null && isWorldwide(key) ? `https://wa.me/${key.slice(1)}` : null;
}
