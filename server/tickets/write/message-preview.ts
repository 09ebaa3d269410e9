const LENGTH = 160;

/** The beginning of a message on one line, for lists. Counts code points, so that no emoji is cut in two. */
export function messagePreview(body: string): string {
  const line = body
    .slice(0, LENGTH * 8)
    // The cut may halve an emoji.
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
