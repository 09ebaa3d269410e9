import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPERATIONS } from '#contract/operations.ts';
import type { Operation } from '#contract/operation.ts';
import { ROOT } from '#tools/setup/run-command.ts';

const TABLE = 'docs/features.md';
const TESTS = '{contract,server,src,e2e,tools}/**/*.{test,spec}.{ts,tsx}';
const ELSEWHERE = /(?:^|\/)node_modules\//;
/** Ids at the beginning of a title, such as `IN-04, IN-25: every folder ...`; UTF-16 is none. */
const TITLE = /['"`]((?:(?!UTF-)[A-Z]{2,3}-\d{2}(?:, )?)+)[: ]/g;
const OPERATION = /['"`]API-([a-z_]+)-([A-Z]+)\b/g;
const ROW = /^\| ([A-Z]{2,3}-\d{2}) \|/gm;

/** Ids of features that tests claim and the table does not explain, rows that no test claims, and operations that do not exist. */
export function checkFeatures(root: string = ROOT): readonly string[] {
  const page = join(root, TABLE);
  const rows = new Set(existsSync(page) ? [...readFileSync(page, 'utf8').matchAll(ROW)].map(([, id = '']) => id) : []);
  const operations = new Set(
    Object.values<Operation>(OPERATIONS).flatMap(({ resource, aliases, method }) =>
      [resource, ...aliases].map((name) => `${name}-${method}`),
    ),
  );
  const claimed = new Set<string>();
  const problems: string[] = [];
  for (const file of globSync(TESTS, { cwd: root }).toSorted()) {
    if (ELSEWHERE.test(file)) continue;
    const text = readFileSync(join(root, file), 'utf8');
    for (const [, ids = ''] of text.matchAll(TITLE)) {
      for (const id of ids.split(', ')) {
        claimed.add(id);
        if (!rows.has(id)) problems.push(`${file}: ${TABLE} does not explain ${id}`);
      }
    }
    for (const [, resource = '', method = ''] of text.matchAll(OPERATION)) {
      const name = `${resource}-${method}`;
      if (!operations.has(name)) problems.push(`${file}: there is no operation API-${name}`);
    }
  }
  const unclaimed = [...rows].filter((id) => !claimed.has(id));
  return [...problems, ...unclaimed.map((id) => `${TABLE}: no test claims ${id}`)];
}
