import type { Catalogue } from './catalogue.ts';

const ACCENTED: Readonly<Record<string, string>> = {
  a: 'à',
  e: 'é',
  i: 'î',
  o: 'ö',
  u: 'ü',
  A: 'Å',
  E: 'É',
  I: 'Î',
  O: 'Ö',
  U: 'Û',
  c: 'ç',
  n: 'ñ',
  s: 'š',
  y: 'ý',
};

function stretch(text: string): string {
  const accented = [...text].map((character) => ACCENTED[character] ?? character).join('');
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
