/** A comment as one line of text, and where it came from. */
export interface Passage {
  readonly text: string;
  /** The line of the file, from 1, at a position of `text`. */
  lineAt(position: number): number;
}

const COMMENTS: Readonly<Record<string, RegExp>> = {
  ts: /(?<=^|[\s{])(?:\/\*[\s\S]*?\*\/|\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*)/gm,
  sql: /--[^\n]*(?:\n[ \t]*--[^\n]*)*|\/\*[\s\S]*?\*\//g,
  css: /\/\*[\s\S]*?\*\//g,
  html: /<!--[\s\S]*?-->/g,
  md: /^[\s\S]+$/g,
};
const SAME: Readonly<Record<string, string>> = { tsx: 'ts', mjs: 'ts' };
const FENCE = /^```[\s\S]*?^```/gm;
const EDGE = /^\s*(?:\/\*\*?|\*\/|\*|\/\/|--)?\s?|\s*\*\/\s*$/g;

/** The comments of a file, each as one passage, so that phrases are found across line breaks. A document is one passage without its code blocks. */
export function findComments(file: string, source: string): readonly Passage[] {
  const ending = file.slice(file.lastIndexOf('.') + 1);
  const kind = SAME[ending] ?? ending;
  const pattern = COMMENTS[kind];
  if (pattern === undefined) return [];
  const text = kind === 'md' ? source.replace(FENCE, (block) => block.replace(/[^\n]/g, ' ')) : source;
  return [...text.matchAll(pattern)].map((match) => toPassage(match[0], lineOf(text, match.index), kind === 'md'));
}

/** TypeScript with blanks in the place of its comments, so that positions stay. */
export function blankComments(source: string): string {
  return source.replace(COMMENTS['ts'] ?? /$^/g, (comment) => comment.replace(/[^\n]/g, ' '));
}

function toPassage(comment: string, firstLine: number, isPage: boolean): Passage {
  const ends: number[] = [];
  let text = '';
  for (const line of comment.split('\n')) {
    text += `${isPage ? line : line.replace(EDGE, '')} `;
    ends.push(text.length);
  }
  return { text, lineAt: (position) => firstLine + ends.findIndex((end) => position < end) };
}

function lineOf(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
