import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { dropComments } from './tools/build/drop-comments.ts';
import { dropPropertyFallback } from './tools/build/drop-property-fallback.ts';
import { startScript } from './tools/build/start-script.ts';

/** What stands below every view: it imports no view, so no file needs one that is loaded after it. */
const SHARED = /[\\/](contract|src[\\/](api|session|browser|format|ui|ticket-edit))[\\/]/;
/** What is there right after the first paint: the inbox's own part, and those of the frame. */
const AFTER_PAINT =
  /[\\/]src[\\/](inbox[\\/](verbs|saved-views|list|rows|folders|filters)|shell[\\/](business-hours|site-menu)|app)[\\/]|[\\/]src[\\/](inbox|inbox[\\/]filter-bar|inbox[\\/]columns|shell)[\\/](?!columns-dialog)[^\\/]+$|tickets[\\/](messages|composer[\\/]messages)\.ts$|bulk-edit[\\/](panel[\\/]bulk-bar|engine[\\/](job-store|receipts-name))|customer-search\.tsx$/;
/** Forms, which come with the first of them. */
const FORMS =
  /[\\/](node_modules[\\/](react-hook-form|@hookform|@standard-schema)[\\/]|src[\\/](api[\\/]contract-resolver|ticket-edit[\\/]pickers[\\/]snooze-time)\.)/;

export default defineConfig({
  plugins: [
    // Before react(): the routes are split before JSX is compiled.
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: './src/routes',
      generatedRouteTree: './src/app/route-tree.gen.ts',
      quoteStyle: 'single',
    }),
    react(),
    tailwindcss(),
    startScript(),
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
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              test: /rolldown[\\/]runtime|node_modules[\\/](react|react-dom|scheduler|use-sync-external-store|@tanstack[\\/](react-router|router-core|history|store|react-store|react-query|query-core))[\\/]/,
              priority: 5,
            },
            // The frame and the inbox: what nearly everybody opens first.
            { name: 'app', tags: ['$initial'], test: /[\\/](src|contract|node_modules[\\/]zod)[\\/]/, priority: 4 },
            { name: 'forms', test: FORMS, priority: 3, includeDependenciesRecursively: false },
            { name: 'shared', test: SHARED, priority: 2, includeDependenciesRecursively: false },
            { name: 'after-paint', test: AFTER_PAINT, priority: 1, includeDependenciesRecursively: false },
            { name: 'ticket', test: /[\\/]src[\\/]tickets[\\/]/, priority: 0, includeDependenciesRecursively: false },
            {
              name: 'bulk',
              test: /[\\/]src[\\/]bulk-edit[\\/](?!panel[\\/]bulk-bar|engine[\\/](job-store|panel-visibility|receipts-name))/,
              priority: 1,
              includeDependenciesRecursively: false,
            },
            { name: 'sign-in', test: /[\\/]src[\\/]sign-in[\\/]/, priority: 1, includeDependenciesRecursively: false },
            // What several dialogs share.
            {
              name: 'parts',
              test: /[\\/](src|contract)[\\/]/,
              minShareCount: 2,
              priority: 0,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
  server: { port: 5173, proxy: { '/v1': 'http://127.0.0.1:8080', '/portal/': 'http://127.0.0.1:8080' } },
});
