import type { Catalogue } from './catalogue.ts';

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
