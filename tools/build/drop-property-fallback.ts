import type { Plugin } from 'vite';

/** Tailwind's stand-in for browsers without `@property`; every browser of the build's target has it. */
export function dropPropertyFallback(): Plugin {
  return {
    name: 'drop-property-fallback',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.css') || typeof file.source !== 'string') continue;
        file.source = file.source.replace(/@layer properties\{@supports [^{]*\{\*,[^}]*\}\}\}/, '');
      }
    },
  };
}
