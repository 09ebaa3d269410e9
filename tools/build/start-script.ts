import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { minify, transformWithOxc, type Plugin } from 'vite';
import { readViews } from './read-views.ts';
import { startOfAll, viewAddresses } from './view-frame.ts';
import { ROOT } from '#tools/setup/run-command.ts';

const SOURCE = join(ROOT, 'src', 'start', 'start.ts');
/** How index.html names it. */
const ADDRESS = '/start.js';

/**
 * Makes a classic script of `src/start/start.ts`: vite bundles modules alone, and a module cannot run before the first paint.
 * The build gives it a hashed name, which browsers keep for ever; the development server makes it anew each time.
 */
export function startScript(): Plugin {
  let fileName = ADDRESS.slice(1);
  return {
    name: 'start-script',
    configureServer(server) {
      server.middlewares.use(ADDRESS, (_request, response, next) => {
        compile().then((code) => response.setHeader('Content-Type', 'text/javascript').end(code), next);
      });
    },
    async generateBundle() {
      const { code } = await minify('start.js', await compile(), { module: false });
      const hash = createHash('sha256').update(code).digest('hex').slice(0, 8);
      fileName = `assets/start-${hash}.js`;
      this.emitFile({ type: 'asset', fileName, source: code });
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace(`src="${ADDRESS}"`, `src="/${fileName}"`),
    },
  };
}

async function compile(): Promise<string> {
  const views = await readViews();
  const { code } = await transformWithOxc(readFileSync(SOURCE, 'utf8'), SOURCE, {
    target: 'es2022',
    define: { VIEWS: JSON.stringify(viewAddresses(views)), START: JSON.stringify(startOfAll(views)) },
  });
  return code;
}
