import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const TEXT = /\.(?:html|js|css|svg|json|txt|webmanifest|xml|ico)$/;
const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Writes `FILE.br` (quality 11) and `FILE.gz` (level 9) beside each text file of the build, if they are smaller. */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir = 'dist' }) {
      const files = globSync('**/*', { cwd: dir }).filter((file) => TEXT.test(file));
      await Promise.all(files.map((file) => compressFile(join(dir, file))));
    },
  };
}

async function compressFile(file: string): Promise<void> {
  const content = readFileSync(file);
  const [brotli, zipped] = await Promise.all([compressText(content), compressGzip(content, { level: 9 })]);
  if (brotli.length < content.length) writeFileSync(`${file}.br`, brotli);
  if (zipped.length < content.length) writeFileSync(`${file}.gz`, zipped);
}

/** Brotli as the service sends it. */
export function compressText(content: Buffer): Promise<Buffer> {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_MODE, BROTLI_MODE_TEXT, BROTLI_PARAM_SIZE_HINT } = constants;
  return compressBrotli(content, {
    params: {
      [BROTLI_PARAM_QUALITY]: 11,
      [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT,
      [BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
}
