import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Lockfile } from './lockfile.ts';
import { ROOT, runCommand, runNode } from './run-command.ts';

/** A connection to the registry that stalls ends npm, whose own retries do not cover an answer that stops half way. */
const ATTEMPTS = 3;

/** npm caches what it fetched, so each attempt continues where the previous one ended. */
const INSTALL = [
  'ci',
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
  '--loglevel=warn',
  '--fetch-timeout=60000',
] as const;

/** As `installModules`, for scripts that are of no use without the packages: ends the process where it fails. */
export async function ensureModules(folder: string = ROOT): Promise<void> {
  if (await installModules(folder)) return;
  process.stderr.write('npm ci failed: please check the network and the lines above.\n');
  process.exit(1);
}

/**
 * Installs the packages of a folder by `npm ci --ignore-scripts` unless what is installed is what the lockfile says.
 * npm keeps its own record of the installed tree, and writes it last, so an interrupted installation shows.
 */
export async function installModules(folder: string = ROOT): Promise<boolean> {
  if (isInstalled(folder)) return true;
  process.stderr.write(`Installing packages${folder === ROOT ? '' : ` of ${folder.slice(ROOT.length)}`} …\n`);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const { code } = await runNpm(INSTALL, folder);
    if (code === 0) return true;
    if (attempt < ATTEMPTS) process.stderr.write('npm ci failed; trying again …\n');
  }
  return false;
}

function runNpm(args: readonly string[], cwd: string) {
  const cli = process.env['npm_execpath'];
  // Inside `npm run`, npm hands its own prefix down; the inner npm has to look at its working folder instead.
  const options = {
    cwd,
    output: 'show',
    env: { npm_config_prefix: undefined, npm_config_local_prefix: undefined },
  } as const;
  if (cli !== undefined && /\.c?js$/.test(cli)) return runNode([cli, ...args], options);
  return runCommand(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, options);
}

function isInstalled(folder: string): boolean {
  const record = join(folder, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = readPackages(record);
  return Object.entries(readPackages(join(folder, 'package-lock.json'))).every(
    ([path, wanted]) => path === '' || wanted.optional === true || installed[path]?.integrity === wanted.integrity,
  );
}

function readPackages(file: string): Lockfile['packages'] {
  const lock: Lockfile = JSON.parse(readFileSync(file, 'utf8'));
  return lock.packages;
}
