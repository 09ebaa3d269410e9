import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

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
  ],
  build: {
    target: 'es2024',
    manifest: true,
    // The Content-Security-Policy allows neither inline scripts nor data: styles.
    modulePreload: { polyfill: false },
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
            // Fetched beside the first call, see src/api/endpoints.ts.
            {
              name: 'contract',
              test: /[\\/](contract|node_modules[\\/]zod)[\\/](?!.*(json|wire|ticket-names|token-format)\.ts)/,
              priority: 1,
              includeDependenciesRecursively: false,
            },
            // The frame and the inbox: what nearly everybody opens first.
            { name: 'app', tags: ['$initial'], test: /[\\/](src|contract)[\\/]/, priority: 2 },
          ],
        },
      },
    },
  },
  server: { port: 5173, proxy: { '/v1': 'http://127.0.0.1:8080' } },
});
