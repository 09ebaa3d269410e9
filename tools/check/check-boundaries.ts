import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, runNode } from '#tools/setup/run-command.ts';
import { findRoomCircles } from './room-circles.ts';

const HERE = join(ROOT, 'tools', 'boundaries');
const FOLDERS = ['contract', 'server', 'src', 'e2e', 'bench', 'tools'];

interface Report {
  readonly modules: readonly {
    readonly source: string;
    readonly dependencies: readonly { readonly resolved: string }[];
  }[];
  readonly summary: {
    readonly totalCruised: number;
    readonly violations: readonly {
      from: string;
      to: string;
      rule: { name: string };
      cycle?: readonly { name: string }[];
    }[];
  };
}

/** The import rules over a tree: one line for each import that breaks one. A tree in which nothing was read breaks one too. */
export async function checkBoundaries(root: string = ROOT): Promise<readonly string[]> {
  const folders = FOLDERS.filter((folder) => existsSync(join(root, folder)));
  const program = join(HERE, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruiser.mjs');
  const config = join(HERE, 'dependency-cruiser.config.mjs');
  const args = [
    '--config',
    config,
    '--output-type',
    'json',
    '--exclude',
    String.raw`^tools/(?:(?:boundaries|node)/node_modules|openapi)/`,
  ];
  const { text } = await runNode([program, ...args, ...folders], { cwd: root, output: 'keep' });
  const start = text.indexOf('{');
  if (start < 0) return [`The checker did not run: ${text}`];
  const { modules, summary }: Report = JSON.parse(text.slice(start));
  // With a TypeScript that it cannot use, the checker reads nothing and finds nothing.
  if (summary.totalCruised < folders.length) return [`Only ${summary.totalCruised} modules were read`];
  const violations = summary.violations.map(
    ({ from, to, rule, cycle }) =>
      `${rule.name}: ${from} -> ${cycle === undefined ? to : cycle.map(({ name }) => name).join(' -> ')}`,
  );
  const importing = modules.map(({ source, dependencies }) => ({
    source,
    imports: dependencies.map(({ resolved }) => resolved),
  }));
  return [...violations, ...findRoomCircles(importing)];
}
