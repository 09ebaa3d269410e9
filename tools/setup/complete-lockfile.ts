/**
 * Run by hand after `npm install` over a registry that lacks the packages of other platforms: npm then leaves them out of
 * package-lock.json, and `npm ci` refuses the file everywhere. Adds them by name, version and platform; they get a hash
 * with the next install over a registry that has them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findMissingOptionals, type LockedPackage, type Lockfile } from './lockfile.ts';
import { ROOT } from './run-command.ts';

const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];
const PROCESSORS = ['arm64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];

/** The platform that the name of such a package ends with: `binding-linux-x64-musl`. */
function platformOf(name: string): Pick<LockedPackage, 'os' | 'cpu' | 'libc'> {
  const words = name.split(/[/-]/);
  const os = SYSTEMS.filter((system) => words.includes(system));
  const cpu = PROCESSORS.filter((processor) => words.includes(processor));
  if (cpu.length === 0) throw new Error(`${name}: the platform does not stand in the name`);
  const isLinux = os.includes('linux');
  const libc = isLinux && words.some((word) => word.startsWith('musl')) ? ['musl'] : isLinux ? ['glibc'] : [];
  return { ...(libc.length === 0 ? {} : { libc }), cpu, ...(os.length === 0 ? {} : { os }) };
}

const file = join(ROOT, 'package-lock.json');
const lock: Lockfile = JSON.parse(readFileSync(file, 'utf8'));
const added = findMissingOptionals(lock).map(({ name, version, from }) => {
  const isDev = lock.packages[from]?.dev === true;
  return [
    `node_modules/${name}`,
    { version, ...(isDev ? { dev: true } : {}), optional: true, ...platformOf(name) },
  ] as const;
});
const packages = Object.entries({ ...lock.packages, ...Object.fromEntries(added) });
// npm's own order.
packages.sort(([a], [b]) => a.localeCompare(b, 'en'));
writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(packages) }, null, 2)}\n`);
console.log(`${added.length} packages of other platforms added`);
