import { join } from 'node:path';
import { ROOT } from '#tools/setup/run-command.ts';

/** Where the page of the parts is built: the service serves it as its dashboard. */
export const GALLERY_DIST = join(ROOT, 'node_modules', '.cache', 'parts');

/** Builds the page that shows one part at a time, by the plugins of the product. Takes a second. */
export async function buildGallery(): Promise<void> {
  const [{ build }, react, tailwind] = await Promise.all([
    import('vite'),
    import('@vitejs/plugin-react'),
    import('@tailwindcss/vite'),
  ]);
  await build({
    configFile: false,
    root: join(ROOT, 'e2e', 'parts', 'gallery'),
    publicDir: join(ROOT, 'public'),
    logLevel: 'warn',
    plugins: [react.default(), tailwind.default()],
    build: {
      outDir: GALLERY_DIST,
      emptyOutDir: true,
      target: 'es2024',
      modulePreload: false,
      // The product's Content-Security-Policy allows neither inline scripts nor data: styles.
      assetsInlineLimit: 0,
      reportCompressedSize: false,
    },
  });
}
