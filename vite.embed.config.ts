import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { EMBED_FILES } from './tools/build/build-embed.ts';
import { chunkPlan } from './tools/build/chunk-plan.ts';
import { compileEarly } from './tools/build/compile-early.ts';
import { dropComments } from './tools/build/drop-comments.ts';
import { dropPreload } from './tools/build/drop-preload.ts';
import { dropPropertyFallback } from './tools/build/drop-property-fallback.ts';
import { fileRoutes } from './tools/build/file-routes.ts';
import { inlineViews } from './tools/build/inline-views.ts';
import { jsxNames } from './tools/build/jsx-names.ts';
import { listChunks } from './tools/build/list-chunks.ts';
import { startScript } from './tools/build/start-script.ts';

// What the handshake loads when the host has answered.
const chunks = chunkPlan('src/embed/embedded-app.tsx');

/** The application runs after the handshake, but is fetched beside it. */
function preloadApplication(): Plugin {
  return {
    name: 'preload-application',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.values(bundle).flatMap((output) =>
          output.type === 'chunk' && /^assets\/(?:app|vendor)-/.test(output.fileName)
            ? [{ tag: 'link', attrs: { rel: 'modulepreload', href: `/${output.fileName}` }, injectTo: 'head' as const }]
            : [],
        ),
    },
  };
}

/** The embedded pages, apart from the dashboard: a frame downloads neither its sidebar nor its first page (decision 0039). */
export default defineConfig({
  define: { FRAMED: 'true' },
  plugins: [
    // Each view comes with its address.
    tanstackRouter(fileRoutes(({ routeId }) => (routeId === '/_app/inbox' ? [['loader', 'component']] : undefined))),
    react(),
    tailwindcss(),
    startScript('/embed-theme.js'),
    inlineViews(),
    chunks.plugin,
    jsxNames(),
    preloadApplication(),
    dropPreload(),
    compileEarly(),
    dropPropertyFallback(),
    dropComments(),
    listChunks(EMBED_FILES.chunks),
  ],
  // What lies in public was copied with the dashboard.
  publicDir: false,
  build: {
    emptyOutDir: false,
    target: 'es2024',
    manifest: EMBED_FILES.manifest,
    modulePreload: false,
    assetsInlineLimit: 0,
    sourcemap: false,
    reportCompressedSize: false,
    rolldownOptions: { input: 'embed.html', output: { codeSplitting: { groups: [chunks.group] } } },
  },
});
