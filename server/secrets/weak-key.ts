const LEAST_CHARACTERS = 32;
const LEAST_DIFFERENT = 8;

/** What is wrong with a key that everything is derived from, as the end of a sentence; null where nothing is. */
export function weaknessOf(key: string): string | null {
  const characters = [...key];
  if (characters.length < LEAST_CHARACTERS) return `must have at least ${LEAST_CHARACTERS} characters`;
  if (new Set(characters).size < LEAST_DIFFERENT) return `must have at least ${LEAST_DIFFERENT} different characters`;
  return null;
}
