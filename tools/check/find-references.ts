import { findComments } from './find-comments.ts';

/** Something that a comment or a page names and that has to exist. */
export interface Reference {
  readonly line: number;
  /** As it is written, without the heading. */
  readonly path: string;
  /** `name`: a file or folder from the root, from the file's own folder, or by its name alone. `link`: from the file's own folder. */
  readonly kind: 'name' | 'link' | 'decision';
  readonly heading: string | null;
  /** The part of a link behind `#`. */
  readonly anchor: string | null;
}

const FILE =
  /(?<![\w./@:*>}-])#?(?:\.{1,2}\/)*(?:[\w@.-]+\/)*[\w@-][\w@.-]*\.(?:tsx?|mjs|sql|css|html|md|json)\b(?![\w(/-])/g;
const FOLDER = /`((?:contract|server|src|e2e|bench|tools|docs|deploy|public)(?:\/[\w@-]+)+\/?|(?:[\w-]+\/)+)`/g;
const HEADINGS = /^, ((?:"[^"]+"(?:, (?=")|,? and (?="))?)+)/;
const LINK = /(?:\]\(|(?:src|srcset|href)=")([^)"\s]+)/g;
const DECISION = /\bdecision (\d{4})\b/gi;

/** Files, headings and decisions that a file names: in its comments, or anywhere in a document. */
export function findReferences(file: string, source: string): readonly Reference[] {
  const isPage = file.endsWith('.md');
  return findComments(file, source).flatMap(({ text, lineAt }) => {
    const at = (match: RegExpExecArray) => ({ line: lineAt(match.index), heading: null, anchor: null });
    const links = isPage ? [...text.matchAll(LINK)] : [];
    const prose = links.reduce((rest, { 1: target = '' }) => rest.replace(target, ' '.repeat(target.length)), text);
    return [
      ...[...prose.matchAll(FILE)].flatMap((match) => named(match, prose, at(match).line)),
      ...(isPage ? [...prose.matchAll(FOLDER)] : []).map((match) => ({
        ...at(match),
        path: match[1] ?? '',
        kind: 'name' as const,
      })),
      ...[...prose.matchAll(DECISION)].map((match) => ({
        ...at(match),
        path: match[1] ?? '',
        kind: 'decision' as const,
      })),
      ...links.flatMap((match) => linked(match[1] ?? '', at(match).line)),
    ];
  });
}

/** A file, once for each heading of it that is named. */
function named(match: RegExpExecArray, text: string, line: number): readonly Reference[] {
  const path = match[0].replace(/^#/, '');
  const one = { line, path, kind: 'name' as const, anchor: null };
  const list = path.endsWith('.md') ? HEADINGS.exec(text.slice(match.index + match[0].length))?.[1] : undefined;
  if (list === undefined) return [{ ...one, heading: null }];
  return [...list.matchAll(/"([^"]+)"/g)].map(([, heading = '']) => ({ ...one, heading }));
}

function linked(target: string, line: number): readonly Reference[] {
  if (/^[a-z]+:/.test(target)) return [];
  const [path = '', anchor = null] = target.split('#');
  return [{ line, path, kind: 'link', heading: null, anchor }];
}
