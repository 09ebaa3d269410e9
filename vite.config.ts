import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { join } from 'node:path';
import { defineConfig, type Rolldown } from 'vite';
import { firstScripts } from './tools/build/first-scripts.ts';
import { precompress } from './tools/build/precompress.ts';

type ChunkingContext = Rolldown.ChunkingContext;

const DASHBOARD = join(import.meta.dirname, 'src/app/main.tsx');
const EMBED = join(import.meta.dirname, 'src/embed/main.ts');
const PORTAL = join(import.meta.dirname, 'src/portal/main.tsx');

/** Every module that imports this one, directly or through others, and itself. */
function importersOf(id: string, context: ChunkingContext): ReadonlySet<string> {
  const found = new Set([id]);
  for (const module of found)
    for (const importer of context.getModuleInfo(module)?.importers ?? []) found.add(importer);
  return found;
}

/** The chunk of a module that an entry imports; null for the others, which the bundler divides. */
function chunkOf(id: string, context: ChunkingContext): string | null {
  // Each document keeps its own start: in a shared chunk, another document would run it too.
  if (id === EMBED || id === PORTAL || id.startsWith(join(import.meta.dirname, 'src/app/'))) return null;
  const importers = importersOf(id, context);
  // An embedded page runs this first: the application formats by the host's locale, so it loads later.
  if (importers.has(EMBED)) return 'base';
  // The first page of most users: shell, kit, inbox, ticket. The customer's page shares a part of it.
  if (importers.has(DASHBOARD)) return importers.has(PORTAL) ? 'common' : 'app';
  return null;
}

export default defineConfig({
  plugins: [
    // Before react(): the routes are split before JSX is compiled.
    tanstackRouter({
      autoCodeSplitting: true,
      codeSplittingOptions: {
        splitBehavior: ({ routeId }) => (routeId === '/_app' || routeId === '/_app/inbox' ? [] : undefined),
      },
      routesDirectory: './src/routes',
      generatedRouteTree: './src/app/route-tree.gen.ts',
      quoteStyle: 'single',
    }),
    react(),
    tailwindcss(),
    firstScripts(),
    precompress(),
  ],
  build: {
    target: 'es2024',
    manifest: true,
    // The Content-Security-Policy allows neither inline scripts nor data: styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_000,
    reportCompressedSize: false,
    rolldownOptions: {
      // The dashboard, the pages that others embed, the customer's page.
      input: ['index.html', 'embed.html', 'portal.html'],
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /\/node_modules\/(?:react|react-dom|scheduler)\//, priority: 2 },
            { name: 'zod', test: /\/node_modules\/zod\//, priority: 2 },
            { name: 'vendor', test: /\/node_modules\/@tanstack\//, priority: 1 },
            { name: 'charts', test: /\/node_modules\/recharts\//, priority: 1 },
            { name: chunkOf, debugName: 'entries', includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
  server: { port: 5173, proxy: { '/v1': 'http://127.0.0.1:8080', '/portal/': 'http://127.0.0.1:8080' } },
});
