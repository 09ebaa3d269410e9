import type { Plugin } from 'vite';

const HELPER = '\0vite/preload-helper.js';
/** What vite writes for the helper after the names of the files are known: the styles of each `import()`. */
const STYLES = /^const __vite__mapDeps=.*\n|,__vite__mapDeps\([^)]*\)/g;

/**
 * Leaves out what vite puts around each `import()` so that a lazy part has its styles when it comes: all styles are in the one
 * file that the document links. A build with a second one fails.
 */
export function dropPreload(): Plugin {
  return {
    name: 'drop-preload',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (id === HELPER ? 'export const __vitePreload = (load) => load();' : null),
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const styles = Object.keys(bundle).filter((file) => file.endsWith('.css'));
        if (styles.length > 1) this.error(`Styles of lazy parts would come too late: ${styles.join(', ')}`);
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue;
          chunk.code = chunk.code.replaceAll(STYLES, '');
          if (chunk.code.includes('__vite__mapDeps')) this.error(`${chunk.fileName} still lists styles.`);
        }
      },
    },
  };
}
