import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '#tools/setup/run-command.ts';
import { blankComments, findComments } from './find-comments.ts';

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

/** Phrases that no comment, title of a test or document uses: each hides its subject or replaces the field's own term. */
const BANNED_PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\banew\b/i, 'again'],
  [/\breckon(?:s|ed|ing)?\b/i, 'calculate'],
  [/\b(?:some|no)body\b|\bwho(?:m)?ever\b/i, 'someone, no one, or the person by name'],
  [/\b(?:stands?|stood)\b(?! (?:for|still)\b)/i, 'is, shows'],
  [/\bcomes? to (?:nothing|know|rest)\b/i, 'fails, ends'],
  [/\b(?:is|are|was|were|be) told\b|\btells? of\b/i, 'an active verb'],
  [/(?:^|(?<=[.!:] ))(?:What|Who|Whose|Of (?!course))\b(?![^.]*\?)/, 'the subject first'],
  [/\bin silence\b/i, 'silently'],
  [/\b(?:go|goes|went|going) on\b/i, 'continue'],
  [/\blies\b/i, 'is'],
  [/\b(?:is|are) so\b/i, 'what it is'],
  [/\b(?:not|to be) known\b/i, 'unknown'],
  [/\bas far as\b/i, 'if, until'],
  [/\bways? back\b|\b(?:take|takes|taken|took) (?:it |them )?back\b/i, 'undo, inverse'],
  [/\bpassed over\b/i, 'skipped'],
];
/** All text a user or an operator can read: the dashboard, mails, the customer's page, errors, admin output, demo data. */
const SOURCES = ['src/**/*.{ts,tsx}', 'server/**/*.ts', 'contract/**/*.ts'];
/** Tests and SQL: users never read them. */
const UNREAD = /\.test\.tsx?$|\.sql\.ts$|(?:^|\/)testing\//;
/** Installed packages, and clients that generators wrote. */
const ELSEWHERE = /(?:^|\/)(?:node_modules|generated)\//;
const COMMENTED = ['*.ts', '{src,server,contract,e2e,tools,bench}/**/*.{ts,tsx,mjs}'];
const PAGES = '*.html';
/** The texts of the demo. */
const DEMO_WORDS = 'server/demo/words/*.json';
const DOCUMENTS = ['README.md', 'docs/*.md'];
const PROSE = ['*.md', 'docs/**/*.md'];
/** Uses the names of the wire, so only its phrases are checked. */
const API_PAGE = 'docs/api.md';
/** The end of that page, which `npm run docs` writes. */
const WRITTEN_TABLES = /<!-- Written by [\s\S]*$/;
/** Keywords of palette commands: matched, never shown. */
const FINDING = /(?:keywords|[wW]ords): $/;
/** A name in code, or a path. */
const NAME = /^['"`][a-z0-9_.:/#@-]*['"`]$/;
const LITERAL = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;
/** Code in a document. */
const CODE = /```[\s\S]*?```|`[^`\n]*`/g;
/** Parts of a page that a browser does not show. */
const MARKUP = /<!--[\s\S]*?-->|<(?:script|style)\b[\s\S]*?<\/(?:script|style)>|<[^>]*>/g;
/** A statement of SQL, by its tag or its first word. */
const TAGGED = /\bsql(?:<[^`]*>)?$/;
const STATEMENT = /^.\s*(?:select|insert|update|delete|with|create|alter|explain|set|from|where)\b/;
/** A tag of a docstring and the name of its parameter. */
const TAG = /@(?:param|returns?|throws)\s+(?:[a-z]\w*\s)?/g;
const TITLE = /\btest(?:\.\w+)?\(\s*['"`](.*?)['"`],/g;
const PLACE = /\$\{[^}]*\}/g;

/** One line for each banned word or phrase: in texts of the product, in documents, in comments and in titles of tests. */
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
    ...find(DEMO_WORDS).flatMap((file) => {
      const text = read(file);
      return wrongWords(file, text, 0, text);
    }),
    ...find(DOCUMENTS)
      .filter((file) => file !== API_PAGE)
      .flatMap((file) => {
        const text = read(file);
        return wrongWords(file, text, 0, text);
      }),
    ...find(PROSE).flatMap((file) => {
      const text = read(file).replace(WRITTEN_TABLES, blanks).replace(CODE, blanks);
      return paragraphs(text).flatMap(({ index, text: part }) =>
        findBanned(part).map(({ found, at, instead }) => report(file, lineOf(text, index + at), found, instead)),
      );
    }),
    ...find(COMMENTED)
      .filter((file) => !ELSEWHERE.test(file))
      .flatMap((file) => checkComments(file, read(file))),
  ];
}

/** Banned phrases in the comments and test titles of a file. */
function checkComments(file: string, source: string): readonly string[] {
  const comments = findComments(file, source).flatMap(({ text, lineAt }) =>
    findBanned(text.replace(TAG, blanks)).map(({ found, at, instead }) => report(file, lineAt(at), found, instead)),
  );
  const titles = [...source.matchAll(TITLE)].flatMap(({ 1: title = '', index }) =>
    findBanned(title).map(({ found, instead }) => report(file, lineOf(source, index), found, instead)),
  );
  return [...comments, ...titles];
}

function findBanned(text: string) {
  const start = text.length - text.trimStart().length;
  return BANNED_PHRASES.flatMap(([phrase, instead]) =>
    [...text.trimStart().matchAll(new RegExp(phrase, `g${phrase.flags}`))].map((match) => ({
      found: match[0],
      at: start + match.index,
      instead,
    })),
  );
}

function paragraphs(text: string): readonly { readonly index: number; readonly text: string }[] {
  return [...text.matchAll(/[^\n]+(?:\n(?!\n)[^\n]+)*/g)].map((match) => ({ index: match.index, text: match[0] }));
}

function isText(literal: string, before: string): boolean {
  return !NAME.test(literal) && !FINDING.test(before) && !TAGGED.test(before) && !STATEMENT.test(literal);
}

function wrongWords(file: string, text: string, start: number, part: string): readonly string[] {
  const plain = part.startsWith('`') ? part.replace(PLACE, blanks) : part.replace(CODE, blanks);
  return BANNED.flatMap(([word, instead]) =>
    // A document breaks its lines anywhere.
    [...plain.matchAll(new RegExp(word.source.replaceAll(' ', String.raw`\s+`), 'gi'))].map((found) => {
      return report(file, lineOf(text, start + found.index), found[0], instead);
    }),
  );
}

function report(file: string, line: number, found: string, instead: string): string {
  return `${file}:${line}: "${found}": say ${instead}`;
}

function lineOf(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

/** Keeps positions. */
function blanks(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}
