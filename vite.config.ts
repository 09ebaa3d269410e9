import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { dropComments } from './tools/build/drop-comments.ts';
import { dropPropertyFallback } from './tools/build/drop-property-fallback.ts';

export default defineConfig({
  plugins: [
    // Before react(): the routes are split before JSX is compiled.
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: './src/routes',
      generatedRouteTree: './src/route-tree.gen.ts',
      quoteStyle: 'single',
    }),
    react(),
    tailwindcss(),
    dropPropertyFallback(),
    dropComments(),
  ],
  build: {
    target: 'es2024',
    manifest: true,
    // The Content-Security-Policy allows neither inline scripts nor data: styles.
    // No list of what each part needs stands in the first file: the parts that share something share one file.
    modulePreload: { polyfill: false, resolveDependencies: () => [] },
    assetsInlineLimit: 0,
    sourcemap: false,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // Few requests and well compressed: what every page needs is one file, and so is what several pages share.
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              test: /rolldown[\\/]runtime|node_modules[\\/](react|react-dom|scheduler|use-sync-external-store|@tanstack[\\/](react-router|router-core|history|store|react-store|react-query|query-core))[\\/]/,
              priority: 3,
            },
            // Fetched beside the first call, see src/api/endpoints.ts: what reads the first page, and no more.
            {
              name: 'contract',
              test: /[\\/](node_modules[\\/]zod[\\/]|contract[\\/](operation|scalars|tickets|site|calendar|errors|tolerant|read-payload)\.ts)/,
              priority: 1,
              includeDependenciesRecursively: false,
            },
            // Shared by all forms, and fetched with the first of them.
            {
              name: 'forms',
              test: /node_modules[\\/](react-hook-form|@hookform|@standard-schema)[\\/]/,
              priority: 1,
            },
            // What several parts share that come on demand.
            {
              name: 'parts',
              test: /[\\/]src[\\/](api|format|i18n|ui)[\\/]/,
              minShareCount: 2,
              priority: 0,
              includeDependenciesRecursively: false,
            },
            // The frame and the inbox: what nearly everybody opens first.
            { name: 'app', tags: ['$initial'], test: /[\\/](src|contract)[\\/]/, priority: 2 },
          ],
        },
      },
    },
  },
  server: { port: 5173, proxy: { '/v1': 'http://127.0.0.1:8080', '/portal/': 'http://127.0.0.1:8080' } },
});
