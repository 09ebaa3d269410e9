const MIN_POINTS = 3;
const MAX_POINTS = 6;
const MARKED = /^\s*(?:[-*\u2022\u2013]|\d{1,2}[.)])\s+(.*\S)\s*$/;
const SENTENCES = new Intl.Segmenter('en', { granularity: 'sentence' });

/**
 * Reads the 3 to 6 points of a summary: marked or numbered lines, otherwise all non-empty lines; if there are fewer
 * than 3, their sentences. Points beyond the sixth are appended to it. Null if there are still fewer than 3: nothing is
 * invented or dropped. See docs/api.md, "Copilot".
 */
export function readBullets(text: string): string[] | null {
  const lines = text.split('\n').flatMap((line) => (line.trim() === '' ? [] : line.trim()));
  const marked = lines.flatMap((line) => MARKED.exec(line)?.[1] ?? []);
  const written = marked.length > 0 ? marked : lines;
  const points = written.length < MIN_POINTS ? written.flatMap(sentencesOf) : written;
  if (points.length < MIN_POINTS) return null;
  if (points.length <= MAX_POINTS) return points;
  return [...points.slice(0, MAX_POINTS - 1), points.slice(MAX_POINTS - 1).join(' ')];
}

function sentencesOf(text: string): string[] {
  return Array.from(SENTENCES.segment(text), ({ segment }) => segment.trim()).filter((sentence) => sentence !== '');
}
