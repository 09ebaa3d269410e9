import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '#tools/setup/run-command.ts';
import { blankComments } from './find-comments.ts';

/** Words that no text of the product uses, and what it says instead. The API's own names stay on the wire and in code. */
const BANNED: readonly (readonly [RegExp, string])[] = [
  [/\b(?:some|no)body\b/i, 'someone, no one, "Unassigned"'],
  [/\bidentit(?:y|ies)\b/i, 'customer'],
  [/\bexternal user id\b/i, 'channel ID'],
  [/\bdisplay handle\b/i, 'handle'],
  [/\bportal tokens?\b/i, 'portal link'],
  [/\bstale\b/i, 'waiting too long'],
  [/\bpassed over\b/i, 'skipped'],
  [/\bwake(?:s|d)?\b(?! lock)/i, 'unsnooze'],
  [/\b(?:go|goes|gone|went) through\b/i, 'work through, review'],
  [/\bit is (?:not )?known\b|\bthat is to come\b|\bas far as (?:they|it)\b/i, 'an active sentence'],
  [/\btoo many calls\b/i, 'too many requests'],
  [/\banswer could not be read\b/i, 'unexpected response from the server'],
  [/\bwhat is tried and not saved\b/i, 'what you are trying'],
  [/\bwhat (?:became|becomes) of\b/i, 'the result of'],
  [/\banew\b/i, 'again'],
  [/\breckon(?:s|ed|ing)?\b/i, 'calculate'],
  [/\bwhat you wrote will be lost\b/i, 'your changes will be lost'],
  [/\bsave as (?:csv|png|svg|html)\b/i, 'download'],
];

/**
 * Texts in code, wherever they stand: of every room, of the mails it drafts, of the customer's page, and what the
 * service says in errors, to its operator, on its pages and as demo data.
 */
const SOURCES = ['src/**/*.{ts,tsx}', 'server/**/*.ts', 'contract/**/*.ts'];
/** What no person reads: tests, and statements. */
const UNREAD = /\.test\.tsx?$|\.sql\.ts$|(?:^|\/)testing\//;
const PAGES = '*.html';
const DOCUMENTS = ['README.md', 'docs/*.md'];
/** Made from the contract, whose names it tells. */
const GENERATED = new Set(['docs/api.md']);
/** What the palette finds a command by, but nobody reads. */
const FINDING = /(?:keywords|[wW]ords): $/;
/** A name in code, or a path. */
const NAME = /^['"`][a-z0-9_.:/#@-]*['"`]$/;
const LITERAL = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;
/** Names of code in a document, and the places of values in a template. */
const CODE = /```[\s\S]*?```|`[^`\n]*`/g;
/** What a browser does not show of a page. */
const MARKUP = /<!--[\s\S]*?-->|<(?:script|style)\b[\s\S]*?<\/(?:script|style)>|<[^>]*>/g;
/** A statement of SQL, by its tag or its first word. */
const TAGGED = /\bsql(?:<[^`]*>)?$/;
const STATEMENT = /^.\s*(?:select|insert|update|delete|with|create|alter|explain|set|from|where)\b/;
const PLACE = /\$\{[^}]*\}/g;

/** Where a text says a word that it should not: a line for each place. */
export function checkWords(root: string = ROOT): readonly string[] {
  const find = (patterns: string | readonly string[]) => globSync([patterns].flat(), { cwd: root }).toSorted();
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  return [
    ...find(SOURCES)
      .filter((file) => !UNREAD.test(file))
      .flatMap((file) => {
        const text = blankComments(read(file));
        return [...text.matchAll(LITERAL)]
          .filter(({ 0: literal, index }) => isText(literal, text.slice(0, index)))
          .flatMap((literal) => wrongWords(file, text, literal.index, literal[0]));
      }),
    ...find(PAGES).flatMap((file) => {
      const text = read(file).replace(MARKUP, blanks);
      return wrongWords(file, text, 0, text);
    }),
    ...find(DOCUMENTS)
      .filter((file) => !GENERATED.has(file))
      .flatMap((file) => {
        const text = read(file);
        return wrongWords(file, text, 0, text);
      }),
  ];
}

function isText(literal: string, before: string): boolean {
  return !NAME.test(literal) && !FINDING.test(before) && !TAGGED.test(before) && !STATEMENT.test(literal);
}

function wrongWords(file: string, text: string, start: number, part: string): readonly string[] {
  const plain = part.startsWith('`') ? part.replace(PLACE, blanks) : part.replace(CODE, blanks);
  return BANNED.flatMap(([word, instead]) =>
    // A document breaks its lines anywhere.
    [...plain.matchAll(new RegExp(word.source.replaceAll(' ', String.raw`\s+`), 'gi'))].map((found) => {
      const line = text.slice(0, start + found.index).split('\n').length;
      return `${file}:${line}: "${found[0]}": say ${instead}`;
    }),
  );
}

/** Positions stay. */
function blanks(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}
