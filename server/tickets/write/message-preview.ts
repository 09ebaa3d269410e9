const LENGTH = 160;

/** The beginning of a message on one line, at most 160 code points. Never splits a surrogate pair. */
export function messagePreview(body: string): string {
  const line = body
    .slice(0, LENGTH * 8)
    // The slice may split a surrogate pair.
    .replace(/[\ud800-\udbff]$/, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (line.length <= LENGTH) return line;
  const points = [...line];
  return points.length <= LENGTH
    ? line
    : `${points
        .slice(0, LENGTH - 1)
        .join('')
        .trimEnd()}…`;
}
