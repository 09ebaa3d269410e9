/** The fields of a package in package-lock.json that are used here. */
export interface LockedPackage {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  /** Part of another package's file, whose hash covers it. */
  readonly inBundle?: boolean;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly hasInstallScript?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export interface Lockfile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

/** The optional dependencies that are in no place of the lockfile: `npm ci` refuses such a file, on every platform. */
export function findMissingOptionals({ packages }: Lockfile): readonly string[] {
  return Object.entries(packages).flatMap(([from, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !isLocked(packages, from, name)),
  );
}

/** As Node looks a package up: in the node_modules of the one that wants it, then further up. */
function isLocked(packages: Lockfile['packages'], from: string, name: string): boolean {
  for (let path = from; ; path = path.slice(0, Math.max(0, path.lastIndexOf('/node_modules/')))) {
    const place = path === '' || path.startsWith('node_modules/') ? path : '';
    if (packages[`${place === '' ? '' : `${place}/`}node_modules/${name}`] !== undefined) return true;
    if (place === '') return false;
  }
}
