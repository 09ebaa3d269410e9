import { activeLocale } from '#src/i18n/locale.ts';

/** A text, a text with values, or a group of them. */
type Message = string | ((...values: never[]) => string);
export interface Catalogue {
  readonly [key: string]: Message | Catalogue;
}

/**
 * The texts of one view. English is the source; another locale is an object of the same type, so that a missing or
 * misspelt key fails the type check and with it the build. The pseudo-locale is derived from English.
 */
export function defineMessages<const Texts extends Catalogue>(english: Texts): Texts {
  return activeLocale() === 'en-XA' ? pseudo(english) : english;
}

const PLAIN = 'aeiouAEIOUcnsy';
/** Each letter of `PLAIN`, in its order. */
const ACCENTED = 'àéîöüÅÉÎÖÛçñšý';

function stretch(text: string): string {
  const accented = [...text].map((character) => ACCENTED[PLAIN.indexOf(character)] ?? character).join('');
  // German is about a third longer than English; brackets show a text that is cut.
  return `[${accented}${' ~'.repeat(Math.ceil(text.length / 6))}]`;
}

/** Every text of a catalogue accented, a third longer and in brackets: what is not so marked was not translated. */
export function pseudo<Texts extends Catalogue>(texts: Texts): Texts {
  const entries = Object.entries(texts).map(([key, message]) => {
    if (typeof message === 'string') return [key, stretch(message)];
    if (typeof message === 'function') {
      return [key, (...values: unknown[]) => stretch(String(Reflect.apply(message, undefined, values)))];
    }
    return [key, pseudo(message)];
  });
  // Same keys, same kinds of values: the type holds by construction.
  return Object.fromEntries(entries) as Texts;
}

// By the language of the texts, whatever locale dates have.
const rules = new Intl.PluralRules('en');

/** `plural(2, { one: '1 ticket', other: '2 tickets' })` by the rules of English. */
export function plural(
  n: number,
  forms: Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>,
): string {
  return forms[rules.select(n)] ?? forms.other;
}
