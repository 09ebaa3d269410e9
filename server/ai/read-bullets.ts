const MIN_POINTS = 3;
const MAX_POINTS = 6;
const MARKED = /^\s*(?:[-*\u2022\u2013]|\d{1,2}[.)])\s+(.*\S)\s*$/;
const SENTENCES = new Intl.Segmenter('en', { granularity: 'sentence' });

/**
 * The points of a summary: the lines that begin with a mark or a number, else every line that is not empty; the
 * sentences of these where they are fewer than 3. Of more than 6 the sixth takes the rest. Null when they are still
 * fewer than 3: nothing is made up and nothing left out to get there. See docs/api.md, "Copilot".
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
