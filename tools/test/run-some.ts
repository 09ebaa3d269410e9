import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { isBuilt } from '#tools/build/build-stamp.ts';
import { ensureChromium } from '#tools/setup/ensure-chromium.ts';
import { ROOT, runNode } from '#tools/setup/run-command.ts';
import { addCounts, NOTHING } from './counts.ts';
import { runBrowserTests, runVitest } from './runners.ts';

const VITEST_FILES = '{contract,server,src,tools}/**/*.test.{ts,tsx}';
const BROWSER_FILES = 'e2e/**/*.spec.ts';
const ELSEWHERE = /(?:^|\/)node_modules\//;

/** Filters of a run: files and folders, and words of titles. */
interface Selection {
  readonly vitestFiles: readonly string[];
  readonly browserFiles: readonly string[];
  /** A pattern for the titles, or none. */
  readonly title: string | undefined;
}

/** Runs the tests in files or folders, or those whose title has some words, such as `IN-12`; ends as the whole run does. */
export async function runSome(words: readonly string[]): Promise<void> {
  const { vitestFiles, browserFiles, title } = select(words);
  let sum = NOTHING;
  if (vitestFiles.length > 0) {
    sum = addCounts(
      sum,
      await runVitest(['--project=!oldest', ...vitestFiles, ...(title === undefined ? [] : ['-t', title])]),
    );
  }
  if (browserFiles.length > 0 && (await prepareBrowser())) {
    sum = addCounts(sum, await runBrowserTests([...browserFiles, ...(title === undefined ? [] : ['-g', title])]));
  }
  if (sum.passed + sum.failed === 0) {
    console.log(`No test is in a file or has a title with: ${words.join(' ')}`);
    sum = { ...sum, failed: 1 };
  }
  for (const name of sum.failures) console.log(`failed: ${name}`);
  if (sum.failed > 0) process.exitCode = 1;
  console.log(`${sum.passed} passed, ${sum.failed} failed`);
}

/** The browser and a dashboard built from the sources as they are. */
export async function prepareBrowser(): Promise<boolean> {
  if (!(await ensureChromium())) console.error('No Chromium could be found or installed');
  if (isBuilt()) return true;
  return (await runNode(['tools/build/build.ts'], { output: 'show' })).code === 0;
}

/** Paths are files; everything else is looked for in titles, and only the files that hold it are run. */
export function select(words: readonly string[], root: string = ROOT): Selection {
  const paths = words
    .filter((word) => existsSync(resolve(root, word)))
    .map((word) => relative(root, resolve(root, word)));
  const text = words.filter((word) => !existsSync(resolve(root, word))).join(' ');
  const isChosen = (file: string): boolean =>
    !ELSEWHERE.test(file) &&
    (paths.length === 0 || paths.some((path) => file === path || path === '' || file.startsWith(`${path}/`))) &&
    (text === '' || readFileSync(join(root, file), 'utf8').includes(text));
  return {
    vitestFiles: globSync(VITEST_FILES, { cwd: root }).filter(isChosen).toSorted(),
    browserFiles: globSync(BROWSER_FILES, { cwd: root }).filter(isChosen).toSorted(),
    title: text === '' ? undefined : text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`),
  };
}
