import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { minify, transformWithOxc, type Plugin } from 'vite';
import { ROOT } from '#tools/setup/run-command.ts';

/** Sources by the address in the documents. */
const SOURCES = { '/start.js': 'src/start/start.ts', '/embed-theme.js': 'src/embed/theme.ts' };

/**
 * Compiles the first script of each document, which sets the theme, to a classic script: Vite only bundles modules, and a
 * module cannot run before the first paint. The build gives them hashed names; the development server compiles on request.
 */
export function firstScripts(): Plugin {
  const names = new Map<string, string>();
  return {
    name: 'first-scripts',
    configureServer(server) {
      for (const [address, source] of Object.entries(SOURCES)) {
        server.middlewares.use(address, (_request, response, next) => {
          compile(source).then((code) => response.setHeader('Content-Type', 'text/javascript').end(code), next);
        });
      }
    },
    async buildStart() {
      if (this.environment.mode !== 'build') return;
      for (const [address, file] of Object.entries(SOURCES)) {
        const { code: source } = await minify(file, await compile(file), { module: false });
        const hash = createHash('sha256').update(source).digest('hex').slice(0, 8);
        const fileName = `assets${address.replace('.js', `-${hash}.js`)}`;
        this.emitFile({ type: 'asset', fileName, source });
        names.set(address, fileName);
      }
    },
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const [styles = ''] = /<link rel="stylesheet"[^>]*>/.exec(html) ?? [];
        // Before the scripts: there are more of them than connections, and the first paint needs the styles alone.
        const stylesFirst = html.replace(styles, '').replace('<script', `${styles}\n    <script`);
        return [...names].reduce(
          (text, [address, name]) => text.replace(`src="${address}"`, `src="/${name}"`),
          stylesFirst,
        );
      },
    },
  };
}

async function compile(source: string): Promise<string> {
  const file = join(ROOT, source);
  return (await transformWithOxc(readFileSync(file, 'utf8'), file, { target: 'es2022' })).code;
}
