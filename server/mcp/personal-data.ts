import { findDetails, type DetailKind } from '#contract/personal-details.ts';

const HIDDEN = '•••';
/** No email address that is recognised is longer: a text is searched so far beyond the place where it is cut. */
const LONGEST_DETAIL = 700;

/** Shows personal data of customers, masked or as it is. */
export interface PersonalData {
  email(value: string | null): string | null;
  /** A phone or the handle of a channel. */
  handle(value: string | null): string | null;
  name(value: string | null): string | null;
  /** Text by people, cut to so many characters. */
  text(value: string, most: number): string;
}

const asIs: PersonalData = {
  email: (value) => value,
  handle: (value) => value,
  name: (value) => value,
  text: cut,
};

const masked: PersonalData = {
  email: (value) => value && maskEmail(value),
  handle: (value) => value && (value.includes('@') ? maskEmail(value) : maskEnd(value)),
  name: (value) => value && `${[...value.trim()][0] ?? ''}${HIDDEN}`,
  text(value, most) {
    const shown = maskDetails(value.slice(0, most + LONGEST_DETAIL));
    return value.length <= most ? shown : cut(shown, most, value.length);
  },
};

export function personalData(isIncluded: boolean): PersonalData {
  return isIncluded ? asIs : masked;
}

/** Masks email addresses, phone and card numbers that are recognised by their form. Names stay. */
function maskDetails(text: string): string {
  let out = '';
  let from = 0;
  for (const { kind, value, start } of findDetails(text)) {
    out += text.slice(from, start) + MASKS[kind](value);
    from = start + value.length;
  }
  return out + text.slice(from);
}

const MASKS: Readonly<Record<DetailKind, (value: string) => string>> = {
  email: maskEmail,
  phone: maskEnd,
  card: maskEnd,
};

/** `a•••@example.org` */
function maskEmail(value: string): string {
  const at = value.lastIndexOf('@');
  return `${[...value][0] ?? ''}${HIDDEN}${value.slice(at)}`;
}

/** The last two characters stay, so that a reader can tell two numbers apart. */
function maskEnd(value: string): string {
  const characters = [...value];
  return `${HIDDEN}${characters.slice(characters.length > 4 ? -2 : characters.length).join('')}`;
}

/** @param length of the whole text, if `text` is already a part of it */
function cut(text: string, most: number, length = text.length): string {
  if (length <= most) return text;
  return `${text.slice(0, most).toWellFormed()} [cut: ${most} of ${length} characters]`;
}
