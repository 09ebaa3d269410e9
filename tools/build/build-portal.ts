import { join } from 'node:path';
import { ROOT } from '#tools/setup/run-command.ts';

/** Where the build of the customer's page says what belongs to it; relative to dist. */
export const PORTAL_MANIFEST = '.vite/portal-manifest.json';

/**
 * Builds the customer's page into the folder of the dashboard's build, beside the dashboard and apart from it: whoever has a link downloads none of
 * the dashboard, and neither page changes the files of the other. Imports vite late, as the dashboard's build does.
 */
export async function buildPortal(outDir: string): Promise<void> {
  const [{ build }, react, tailwind, comments, fallback] = await Promise.all([
    import('vite'),
    import('@vitejs/plugin-react'),
    import('@tailwindcss/vite'),
    import('./drop-comments.ts'),
    import('./drop-property-fallback.ts'),
  ]);
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    plugins: [react.default(), tailwind.default(), fallback.dropPropertyFallback(), comments.dropComments()],
    // What lies in public was copied with the dashboard.
    publicDir: false,
    build: {
      outDir,
      emptyOutDir: false,
      target: 'es2024',
      manifest: PORTAL_MANIFEST,
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      sourcemap: false,
      reportCompressedSize: false,
      rolldownOptions: { input: join(ROOT, 'portal.html') },
    },
  });
}
