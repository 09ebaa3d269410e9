import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { dropComments } from './tools/build/drop-comments.ts';
import { dropPropertyFallback } from './tools/build/drop-property-fallback.ts';
import { startScript } from './tools/build/start-script.ts';

/** What stands below every view: it imports no view, so no file needs one that is loaded after it. */
const SHARED =
  /[\\/](contract[\\/](?!ai(?!-scalars)|conversations|csat|audit|customer|visitors|session-fields|portal|channels|bind|migration)|src[\\/](api|session|browser|ticket-edit|undo[\\/](undo|undo-entry|undo-store|offer-messages)\.|format[\\/](?!money|compact|utc-day)|ui[\\/](?!meter|share-bar|switch|filter-chip))[\\/]?)/;
/** What is there right after the first paint: the inbox's own part, and those of the frame. */
const AFTER_PAINT =
  /[\\/]src[\\/](inbox[\\/](verbs|saved-views|list|rows|folders|filters)|shell[\\/](business-hours|site-menu)|app)[\\/]|[\\/]src[\\/](inbox|inbox[\\/]filter-bar|inbox[\\/]columns|shell)[\\/](?!columns-dialog|key-catalogue|undo-kinds)[^\\/]+$|tickets[\\/](messages|composer[\\/]messages)\.ts$|bulk-edit[\\/](panel[\\/]bulk-bar|engine[\\/](job-store|receipts-name))/;
/** Forms, which come with the first of them. */
const FORMS =
  /[\\/](node_modules[\\/](react-hook-form|@hookform|@standard-schema)[\\/]|src[\\/](api[\\/]contract-resolver|ui[\\/]leave-guard|ticket-edit[\\/]pickers[\\/]snooze-time)\.)/;
/** Recharts with all that only it needs, and what is drawn by it. */
const CHARTS =
  /[\\/](node_modules[\\/](recharts|victory-vendor|d3-[a-z-]+|internmap|@reduxjs|redux|redux-thunk|react-redux|reselect|immer|es-toolkit|eventemitter3|decimal\.js-light|tiny-invariant|clsx|react-is)|src[\\/]charts[\\/](drawing|scale))[\\/]/;

/** What views with figures share, without Recharts. */
const FIGURES =
  /[\\/]src[\\/](charts[\\/](?!drawing|scale|saving[\\/](save-picture|svg-file))|format[\\/](money|compact|utc-day)|ui[\\/](meter|share-bar))/;
/** AI usage without the tabs and forms that come on demand. */
const AI_USAGE =
  /[\\/](contract[\\/]ai(?!-scalars)|src[\\/]ai-usage[\\/]((usage|figures)[\\/]|(?!key-messages)[^\\/]+$))/;
/** The list of customers and the page of one, without the forms and dialogs that come on demand. */
const CUSTOMERS = /[\\/]src[\\/]customers[\\/](list[\\/](?!export-dialog)|detail[\\/](?!key-messages))[^\\/]+$/;
/** The page of portal tokens and what issues a link, which the ticket and the customer open too. */
const PORTAL_LINKS =
  /[\\/]src[\\/](portal-links[\\/](?!issue-host|issue-request|issue-dialog-part|host-messages)|portal-tokens[\\/](?!key-messages|revoke[\\/]|bulk[\\/](?!bulk-(store|strip|messages))))/;

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
            { name: 'panels', test: /[\\/]src[\\/]panels[\\/]/, priority: 1, includeDependenciesRecursively: false },
            { name: 'figures', test: FIGURES, priority: 1, includeDependenciesRecursively: false },
            { name: 'ai-usage', test: AI_USAGE, priority: 1, includeDependenciesRecursively: false },
            { name: 'customers', test: CUSTOMERS, priority: 1, includeDependenciesRecursively: false },
            {
              name: 'customer-parts',
              test: /[\\/]src[\\/]customers[\\/](?!person-data[\\/]person-data-request)/,
              minShareCount: 2,
              priority: 0,
              includeDependenciesRecursively: false,
            },
            // What several views ask for.
            {
              name: 'calls',
              test: /[\\/]contract[\\/](conversations|csat|audit|customer|visitors|session-fields|portal|channels|bind|migration)/,
              priority: 1,
              includeDependenciesRecursively: false,
            },
            {
              name: 'list-export',
              test: /[\\/]src[\\/]list-export[\\/]/,
              priority: 1,
              includeDependenciesRecursively: false,
            },
            { name: 'portal-links', test: PORTAL_LINKS, priority: 1, includeDependenciesRecursively: false },
            { name: 'charts', test: CHARTS, priority: 1, includeDependenciesRecursively: false },
            { name: 'sign-in', test: /[\\/]src[\\/]sign-in[\\/]/, priority: 1, includeDependenciesRecursively: false },
            {
              name: 'ai-parts',
              test: /[\\/](src[\\/]ai-usage[\\/](?!key-messages)|contract[\\/](conversations|csat|audit))/,
              minShareCount: 2,
              priority: 0,
              includeDependenciesRecursively: false,
            },
            // What several dialogs share.
            {
              name: 'parts',
              test: /[\\/](src[\\/](?!ai-usage[\\/](?!key-messages)|customers[\\/](?!person-data[\\/]person-data-request)|inbox[\\/]queue)|contract[\\/](?!customer|visitors|session-fields|portal|channels|bind))/,
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
