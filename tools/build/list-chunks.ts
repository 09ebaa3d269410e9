import { isAbsolute, relative } from 'node:path';
import type { Plugin } from 'vite';
import { ROOT } from '#tools/setup/run-command.ts';

/** Where the build says which modules each chunk holds; relative to dist. */
export const CHUNKS_FILE = '.vite/chunks.json';

/** A plugin that writes `{ [chunk]: modules }`: paths from the project's folder, with their queries. The budgets read it. */
export function listChunks(): Plugin {
  return {
    name: 'list-chunks',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).flatMap((output) =>
        output.type === 'chunk' ? [[output.fileName, output.moduleIds.map(fromRoot)] as const] : [],
      );
      this.emitFile({
        type: 'asset',
        fileName: CHUNKS_FILE,
        source: JSON.stringify(Object.fromEntries(chunks), null, 1),
      });
    },
  };
}

function fromRoot(id: string): string {
  return isAbsolute(id) ? relative(ROOT, id).replaceAll('\\', '/') : id;
}
