/**
 * The matched form of an email: addresses match ignoring case. What people typed is stored and answered as given.
 */
export function emailKey(email: string): string {
  return email.toLowerCase();
}

/** A plus that was not encoded in a query arrives as a blank at the beginning; no plus stands before a `00`. */
export function withLostPlus(text: string): string {
  return text.replace(/^ (?!0)/, '+');
}

/**
 * The matched form of a phone: spaces, dots, hyphens and brackets do not count, and a leading `00` is a `+`.
 * Null when nothing is left to match by.
 */
export function phoneKey(phone: string): string | null {
  const bare = phone.replace(/[\s.\-\u2010\u2011()[\]]/g, '').replace(/^00/, '+');
  return bare === '' || bare === '+' ? null : bare;
}

/** Whether a text is a whole phone, in any way of writing it: too long to be somebody's ticket number. */
export function isPhone(text: string): boolean {
  return text.length <= 40 && /^\+?[\d\s().-]+$/.test(text) && (text.match(/\d/g)?.length ?? 0) >= 7;
}
