export const MAX_STARTER = 80;
/** The share of the shorter text's words. */
const LEAST_SHARED = 0.5;
/** Shorter words are in too many texts to say anything, unless they have a digit, such as "E14". */
const LEAST_LETTERS = 4;
/** Any question may have these words, so they say nothing about what it asks. */
const QUESTION_WORDS: ReadonlySet<string> = new Set([
  'what',
  'when',
  'where',
  'which',
  'does',
  'have',
  'will',
  'this',
  'that',
  'need',
  'want',
]);
/** From this length on a word matches its longer forms, such as a plural. */
const LEAST_STEM = 4;

/** The conversation starter that covers a question: at least half of the words of the shorter text are in both. */
export function starterOf(question: string, starters: readonly string[]): string | null {
  const asked = wordsOf(question);
  const [best] = starters
    .map((text) => ({ text, share: sharedWords(asked, wordsOf(text)) }))
    .filter(({ share }) => share >= LEAST_SHARED)
    .toSorted((a, b) => b.share - a.share);
  return best?.text ?? null;
}

/** Proposes a text for a starter: the question's beginning with a capital letter. */
export function proposalOf(question: string): string {
  const [first = '', ...rest] = [...question.trim()].slice(0, MAX_STARTER);
  return first.toLocaleUpperCase() + rest.join('');
}

function wordsOf(text: string): readonly string[] {
  const words = new Set(text.toLocaleLowerCase().match(/[\p{L}\p{N}]+/gu));
  const long = [...words].filter(
    (word) => !QUESTION_WORDS.has(word) && ([...word].length >= LEAST_LETTERS || /\p{N}/u.test(word)),
  );
  return long.length > 0 ? long : [...words];
}

function sharedWords(a: readonly string[], b: readonly string[]): number {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length === 0) return 0;
  return short.filter((word) => long.some((other) => isSameWord(word, other))).length / short.length;
}

function isSameWord(a: string, b: string): boolean {
  if (a === b) return true;
  return Math.min(a.length, b.length) >= LEAST_STEM && (a.startsWith(b) || b.startsWith(a));
}
