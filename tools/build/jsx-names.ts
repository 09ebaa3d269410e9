import type { Plugin } from 'vite';

const RUNTIME = 'react/jsx-runtime';
const NAMES = '?names';

/**
 * Makes what JSX is compiled to names of a module. React is CommonJS: without this each element asks the object of its exports
 * for the function that makes it, in some 140 files.
 */
export function jsxNames(): Plugin {
  return {
    name: 'jsx-names',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (source !== RUNTIME) return null;
      const found = await this.resolve(source, importer, { skipSelf: true });
      return found === null ? null : found.id + NAMES;
    },
    load(id) {
      if (!id.endsWith(`jsx-runtime.js${NAMES}`)) return null;
      const file = JSON.stringify(id.slice(0, -NAMES.length));
      return `import runtime from ${file};\nexport const { Fragment, jsx, jsxs } = runtime;`;
    },
  };
}
