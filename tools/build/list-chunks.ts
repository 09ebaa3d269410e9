import { isAbsolute, relative } from 'node:path';
import type { Plugin } from 'vite';
import { ROOT } from '#tools/setup/run-command.ts';

/** Where the build says which modules each chunk of the dashboard holds; relative to dist. */
export const CHUNKS_FILE = '.vite/chunks.json';

/**
 * A plugin that writes `{ [chunk]: { [module]: length } }`: paths from the project's folder, with their queries, and how
 * many characters of the chunk each is before it is made small. The budgets read it.
 */
export function listChunks(fileName: string = CHUNKS_FILE): Plugin {
  return {
    name: 'list-chunks',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).flatMap((output) =>
        output.type === 'chunk' ? [[output.fileName, lengthsOf(output.modules)] as const] : [],
      );
      this.emitFile({
        type: 'asset',
        fileName,
        source: JSON.stringify(Object.fromEntries(chunks), null, 1),
      });
    },
  };
}

function lengthsOf(modules: Readonly<Record<string, { readonly renderedLength: number }>>): Record<string, number> {
  return Object.fromEntries(Object.entries(modules).map(([id, { renderedLength }]) => [fromRoot(id), renderedLength]));
}

function fromRoot(id: string): string {
  return isAbsolute(id) ? relative(ROOT, id).replaceAll('\\', '/') : id;
}
