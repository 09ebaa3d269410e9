const LEAST = 3;
const MOST = 6;
const MARKED = /^\s*(?:[-*\u2022\u2013]|\d{1,2}[.)])\s+(.*\S)\s*$/;

/**
 * The points of a summary: the lines that begin with a mark or a number, else every line that is not empty.
 * Null when they are not 3 to 6: nothing is made up and nothing left out to get there.
 */
export function readBullets(text: string): string[] | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const marked = lines.flatMap((line) => MARKED.exec(line)?.[1] ?? []);
  const points = marked.length > 0 ? marked : lines.map((line) => line.trim());
  return points.length >= LEAST && points.length <= MOST ? points : null;
}
