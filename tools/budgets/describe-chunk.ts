import type { Chunk } from './read-build.ts';

const SHOWN = 8;

/** The largest parts of a chunk, packages and folders of ours, in kB before the code is made small. */
export function describeChunk({ modules }: Chunk): string {
  const sizes = new Map<string, number>();
  for (const [module, length] of modules) {
    const part = partOf(module);
    sizes.set(part, (sizes.get(part) ?? 0) + length / 1000);
  }
  const largest = [...sizes].toSorted(([, a], [, b]) => b - a).slice(0, SHOWN);
  return largest.map(([part, size]) => `${part} ${size.toFixed(0)}`).join(', ');
}

function partOf(module: string): string {
  const inPackage = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(module)?.[1];
  return inPackage ?? module.split('/').slice(0, 2).join('/');
}
