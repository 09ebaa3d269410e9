import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkPlan } from './tools/build/chunk-plan.ts';
import { compileEarly } from './tools/build/compile-early.ts';
import { dropComments } from './tools/build/drop-comments.ts';
import { dropPreload } from './tools/build/drop-preload.ts';
import { dropPropertyFallback } from './tools/build/drop-property-fallback.ts';
import { fileRoutes } from './tools/build/file-routes.ts';
import { inlineViews } from './tools/build/inline-views.ts';
import { jsxNames } from './tools/build/jsx-names.ts';
import { startScript } from './tools/build/start-script.ts';
import { viewFrame } from './tools/build/view-frame.ts';

const chunks = chunkPlan();

export default defineConfig(({ command }) => ({
  ...(command === 'build' ? { define: { FRAMED: 'false' } } : {}),
  plugins: [
    // Before react(): the routes are split before JSX is compiled.
    // The frame of every page and nearly everybody's first page: in the entry, which saves a request and compresses better.
    tanstackRouter(fileRoutes(({ routeId }) => (routeId === '/_app' || routeId === '/_app/inbox' ? [] : undefined))),
    react(),
    tailwindcss(),
    viewFrame(),
    startScript('/start.js'),
    inlineViews(),
    chunks.plugin,
    jsxNames(),
    dropPreload(),
    compileEarly(),
    dropPropertyFallback(),
    dropComments(),
  ],
  build: {
    target: 'es2024',
    manifest: true,
    // The Content-Security-Policy allows neither inline scripts nor data: styles.
    // The parts of one step share one file, so nothing has to be listed that each of them needs.
    modulePreload: false,
    assetsInlineLimit: 0,
    sourcemap: false,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // Three tiers (docs/decisions/0017): what paints, what a page needs right after, and dialogs one by one. Few files
        // compress better than many, and each request costs a round trip.
        codeSplitting: { groups: [chunks.group] },
        // A file names those that it loads, and a hash does not compress.
        chunkFileNames: 'assets/[name]-[hash:7].js',
      },
    },
  },
  server: { port: 5173, proxy: { '/v1': 'http://127.0.0.1:8080', '/portal/': 'http://127.0.0.1:8080' } },
}));
