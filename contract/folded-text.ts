/** Letters that are no letter with a mark on it. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ı: 'i',
  ς: 'σ',
};
const SPELLED: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' };

/** In lower case and without accents: `Schönfeld` is `schonfeld`. */
export function plainText(text: string): string {
  const bare = text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');
  return bare.replace(/[ßæœþøłđðıς]/g, (letter) => LETTERS[letter] ?? letter);
}

/**
 * A text as a search finds it, with a blank on either side of each word: plain, and behind it each word as it is written
 * without umlauts. `Schönfeld` is found as `schonfeld` and `schoenfeld`, and so is `Schoenfeld`. The same as
 * `folded_text` of the database.
 */
export function foldedText(text: string): string {
  const others = new Set<string>();
  for (const word of text
    .normalize('NFC')
    .toLowerCase()
    .split(/[ \t\n\r\f\v]+/)) {
    // An address; one that begins so is a handle.
    if (word.indexOf('@') > 0) continue;
    const plain = plainText(word);
    const spelled = plainText(word.replace(/[äöüøå]/g, (letter) => SPELLED[letter] ?? letter));
    for (const other of [spelled, withoutSpelling(plain)]) if (other !== plain) others.add(other);
  }
  return [plainText(text), ...others].join(' ');
}

/**
 * A plain word with the umlaut spelling `ae`, `oe`, `ue` reduced: `schoenfeld` is `schonfeld`. An `ue` behind `a`, `e` and
 * `q` never was an umlaut, as in `bauer`, `neue` and `request`.
 */
function withoutSpelling(plain: string): string {
  return plain
    .replace(/(^|[^aeq])ue/g, '$1u')
    .replaceAll('ae', 'a')
    .replaceAll('oe', 'o');
}

/**
 * The reduced umlaut spelling of a search word; null if it is the same, too short, or no
 * name. Search for it as a whole word only: `shoe` is no `should`.
 */
export function otherSpelling(plain: string): string | null {
  const other = withoutSpelling(plain);
  return other === plain || other.length < 3 || !/^[\p{L}'-]+$/u.test(plain) ? null : other;
}

/** By what two names are one, however their umlauts and accents are written. */
export function nameKey(name: string): string {
  return name
    .trim()
    .split(/\s+/)
    .map((word) => withoutSpelling(plainText(word)))
    .join(' ');
}
