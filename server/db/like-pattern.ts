/** The text itself as a LIKE pattern: wildcards and the escape character lose their meaning. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** A LIKE pattern for "occurs anywhere". */
export function containsPattern(text: string): string {
  return `%${escapeLike(text)}%`;
}
