import { join } from 'node:path';
import { ROOT } from '#tools/setup/run-command.ts';

/** Where the build of the embedded pages says what belongs to them; relative to dist. */
export const EMBED_FILES = { manifest: '.vite/embed-manifest.json', chunks: '.vite/embed-chunks.json' } as const;

/** Builds the embedded pages into the folder of the dashboard's build. Imports vite late, as the dashboard's build does. */
export async function buildEmbed(outDir: string): Promise<void> {
  const { build } = await import('vite');
  await build({
    configFile: join(ROOT, 'vite.embed.config.ts'),
    root: ROOT,
    logLevel: 'warn',
    build: { outDir },
  });
}
