import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { minify, transformWithOxc, type Plugin } from 'vite';
import { readViews } from './read-views.ts';
import { startOfAll, viewAddresses } from './view-frame.ts';
import { ROOT } from '#tools/setup/run-command.ts';

/** First scripts, by how their documents name them. */
const SOURCES = { '/start.js': 'src/start/start.ts', '/embed-theme.js': 'src/embed/theme.ts' } as const;

/**
 * Makes a classic script of a document's first one: vite bundles modules alone, and a module cannot run before the first paint.
 * The build gives it a hashed name, which browsers keep for ever; the development server makes it anew each time.
 */
export function startScript(address: keyof typeof SOURCES): Plugin {
  const name = address.slice(1, -'.js'.length);
  let fileName = address.slice(1);
  return {
    name: 'start-script',
    configureServer(server) {
      server.middlewares.use(address, (_request, response, next) => {
        compile(SOURCES[address]).then((code) => response.setHeader('Content-Type', 'text/javascript').end(code), next);
      });
    },
    async generateBundle() {
      const { code } = await minify(`${name}.js`, await compile(SOURCES[address]), { module: false });
      const hash = createHash('sha256').update(code).digest('hex').slice(0, 8);
      fileName = `assets/${name}-${hash}.js`;
      this.emitFile({ type: 'asset', fileName, source: code });
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace(`src="${address}"`, `src="/${fileName}"`),
    },
  };
}

async function compile(source: string): Promise<string> {
  const views = await readViews();
  const file = join(ROOT, source);
  const { code } = await transformWithOxc(readFileSync(file, 'utf8'), file, {
    target: 'es2022',
    define: { VIEWS: JSON.stringify(viewAddresses(views)), START: JSON.stringify(startOfAll(views)) },
  });
  return code;
}
