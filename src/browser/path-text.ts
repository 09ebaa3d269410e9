/** Browsers resolve these as folders, even when they are percent-encoded. */
const NEEDS_MARK = /^(?:\.{1,2}$|~)/;

/** Any text as the last part of a path; the router encodes the rest. */
export function textToPath(text: string): string {
  return NEEDS_MARK.test(text) ? `~${text}` : text;
}

export function textFromPath(part: string): string {
  return part.startsWith('~') ? part.slice(1) : part;
}
