import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '#tools/setup/run-command.ts';

/** The database's own clock, in all its spellings; the service's clock is a parameter. */
const SQL_CLOCK =
  /(?<![\w.])(?:now\s*\(\s*\)|(?:clock|statement|transaction)_timestamp\s*\(|(?:current_(?:timestamp|date|time)|localtime(?:stamp)?)\b)/gi;
const SQL_TEMPLATE = /\bsql`(?:[^`\\]|\\.)*`/g;

/** Finds SQL that reads the database's clock, which no linter knows. One line per place. */
export function checkHouseRules(root: string = ROOT): readonly string[] {
  const files = globSync(['server/**/*.{ts,sql}', 'bench/**/*.ts', 'e2e/**/*.ts'], { cwd: root });
  return files.toSorted().flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return findSql(file, text).flatMap(({ start, sql }) =>
      [...withoutComments(sql).matchAll(SQL_CLOCK)].map(
        (match) =>
          `${file}:${lineOf(text, start + match.index)}: ${match[0]}: time is a parameter, from the service's clock`,
      ),
    );
  });
}

/** All of a `.sql` file, and the tagged templates of a `.ts` file. */
function findSql(file: string, text: string): { start: number; sql: string }[] {
  if (file.endsWith('.sql')) return [{ start: 0, sql: text }];
  return [...text.matchAll(SQL_TEMPLATE)].map((match) => ({ start: match.index, sql: match[0] }));
}

/** Comments become blanks, so that positions stay. */
function withoutComments(sql: string): string {
  return sql.replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '));
}

function lineOf(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
