import { readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '../..');

interface Build {
  readonly version: string;
  readonly node: string;
  /** The commit of the checkout; empty where there is none. */
  readonly revision: string;
}

/** Reads the versions for the metrics. @param root The project's folder */
export function readBuild(root = ROOT): Build {
  const { version }: { version: string } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  return { version, node: process.version, revision: readRevision(path.join(root, '.git')) };
}

/** Reads the files of git, because servers often do not have the program. */
function readRevision(git: string): string {
  const head = readOrEmpty(path.join(git, 'HEAD'));
  const ref = /^ref: (.+)$/.exec(head)?.[1];
  if (ref === undefined) return commitOf(head);
  const packed = readOrEmpty(path.join(git, 'packed-refs')).split('\n');
  const line = packed.find((one) => one.endsWith(` ${ref}`)) ?? '';
  return commitOf(readOrEmpty(path.join(git, ref))) || commitOf(line.split(' ')[0] ?? '');
}

function commitOf(text: string): string {
  return /^[0-9a-f]{40,64}$/.test(text) ? text : '';
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}
