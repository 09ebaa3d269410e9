import { globSync, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const TEXT = 'html,js,css,svg,json,txt,webmanifest,xml,ico';
const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Lays `FILE.br` (quality 11) and `FILE.gz` (level 9) beside each text file of a folder. Tiny files stay as they are. */
export async function precompress(folder: string): Promise<void> {
  const files = globSync(`**/*.{${TEXT}}`, { cwd: folder }).map((file) => join(folder, file));
  await Promise.all(
    files
      .filter((file) => statSync(file).isFile())
      .map(async (file) => {
        const content = await readFile(file);
        const [brotli, zipped] = await Promise.all([compressBrotliText(content), compressGzip(content, { level: 9 })]);
        if (brotli.length < content.length) await writeFile(`${file}.br`, brotli);
        if (zipped.length < content.length) await writeFile(`${file}.gz`, zipped);
      }),
  );
}

/** Brotli as the service sends it; the budgets are reckoned with the same. */
export function compressBrotliText(content: Buffer): Promise<Buffer> {
  return compressBrotli(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
}
