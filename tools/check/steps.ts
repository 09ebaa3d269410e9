import { join } from 'node:path';
import { currentDocs } from '#tools/docs/api-table.ts';
import { ROOT, runNode } from '#tools/setup/run-command.ts';
import { checkBoundaries } from './check-boundaries.ts';
import { checkBrowserTests } from './browser-test-rules.ts';
import { checkDeploy } from './check-deploy.ts';
import { checkFeatures } from './check-features.ts';
import { checkHouseRules } from './house-rules.ts';
import { checkLockfiles } from './check-lockfiles.ts';
import { checkReferences } from './check-references.ts';
import { checkViews } from './check-views.ts';
import { checkWords } from './check-words.ts';

/** One part of `npm run check`; answers what is wrong, or nothing. */
interface Step {
  readonly name: string;
  run(): Promise<string>;
}

export const STEPS: readonly Step[] = [
  { name: 'types', run: () => runTool('typescript/bin/tsc', '-p', '.', '--pretty', 'false') },
  {
    name: 'lint',
    run: () => runTool('oxlint/bin/oxlint', '--type-aware', '--deny-warnings', '--report-unused-disable-directives'),
  },
  { name: 'format', run: () => runTool('oxfmt/bin/oxfmt', '--check', '.') },
  { name: 'unused code', run: () => runTool('knip/bin/knip.js', '--no-progress') },
  { name: 'import rules', run: async () => (await checkBoundaries()).join('\n') },
  { name: 'house rules', run: async () => [...checkHouseRules(), ...checkBrowserTests()].join('\n') },
  { name: 'generated pages', run: async () => checkReference() },
  {
    name: 'references',
    run: async () => [...checkReferences(), ...checkFeatures(), ...checkViews()].join('\n'),
  },
  { name: 'words', run: async () => checkWords().join('\n') },
  { name: 'lockfiles', run: async () => checkLockfiles().join('\n') },
  { name: 'deploy', run: async () => checkDeploy().join('\n') },
];

/** The tables in docs/api.md match the contract. */
function checkReference(): string {
  const { text, wanted } = currentDocs();
  return text === wanted ? '' : 'docs/api.md does not tell of the operations as they are: npm run docs';
}

/** Runs the program of a package; its output where it fails. */
async function runTool(program: string, ...args: readonly string[]): Promise<string> {
  const { code, text } = await runNode([join(ROOT, 'node_modules', program), ...args], {
    output: 'keep',
    env: { NO_COLOR: '1', FORCE_COLOR: undefined },
  });
  return code === 0 ? '' : text.trim() || `exit code ${code}`;
}

/** Runs the steps two at a time and reports each as it ends. */
export async function runChecks(report: (name: string, problem: string) => void): Promise<void> {
  const left = [...STEPS];
  async function work(): Promise<void> {
    for (let step = left.shift(); step !== undefined; step = left.shift()) report(step.name, await step.run());
  }
  await Promise.all([work(), work()]);
}
