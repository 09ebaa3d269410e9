import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';

const Manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.optional(z.array(z.string())),
    css: z.optional(z.array(z.string())),
    assets: z.optional(z.array(z.string())),
  }),
);

/** The files of a build that a document loads before it runs, each once: scripts, styles and what these name. */
export function filesOf(dist: string, document: string): readonly string[] {
  const manifest = Manifest.parse(JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')));
  const html = readFileSync(join(dist, document), 'utf8');
  const files = new Set([...html.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, file = '']) => file));
  const seen = new Set([document]);
  for (const key of seen) {
    const { file, imports = [], css = [], assets = [] } = manifest[key] ?? { file: '' };
    for (const one of [file, ...css, ...assets]) if (one !== '' && !one.endsWith('.html')) files.add(one);
    for (const one of imports) seen.add(one);
  }
  return [...files];
}
