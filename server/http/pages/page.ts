import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export interface Page {
  readonly plain: Uint8Array;
  readonly br: Uint8Array;
  readonly gzip: Uint8Array;
}

/** Views that other sites may embed in a frame, at exactly these addresses (docs/operating.md, "Embedding"). */
export const EMBEDDABLE: ReadonlySet<string> = new Set([
  '/embed/ai-usage',
  '/embed/health',
  '/embed/csat',
  '/embed/inbox',
]);

interface PageSettings {
  readonly apiOrigins: readonly string[];
  readonly embedOrigins: readonly string[];
  /** The database has no site yet: the sign-in page names the commands that make one. */
  readonly isFirstRun: boolean;
  /** Calls are forwarded to another service, whose tokens may look different. */
  readonly isForwarded: boolean;
}

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Reads, fills and compresses a document. Undefined if the dashboard has not been built. */
export async function readPage(
  dist: string,
  file: 'index.html' | 'embed.html',
  settings: PageSettings,
): Promise<Page | undefined> {
  const html = await readDocument(dist, file);
  return html === undefined ? undefined : compress(fillPage(html, settings));
}

/** Fills the settings of the service into the meta elements of a document. */
export function fillPage(html: string, { apiOrigins, embedOrigins, isFirstRun, isForwarded }: PageSettings): string {
  const added = {
    'api-origins': apiOrigins.join(' '),
    'embed-origins': embedOrigins.join(' '),
    'first-run': isFirstRun ? '1' : '',
    upstream: isForwarded ? '1' : '',
  };
  return Object.entries(added).reduce((text, [name, value]) => fill(text, name, value), html);
}

/** Reads and compresses the customer's page. Undefined if the dashboard has not been built. */
export async function readPortalPage(dist: string): Promise<Page | undefined> {
  const html = await readDocument(dist, 'portal.html');
  return html === undefined ? undefined : compress(html);
}

async function readDocument(dist: string, file: string): Promise<string | undefined> {
  return readFile(path.join(dist, file), 'utf8').catch((error: unknown) => {
    if (isAbsence(error)) return undefined;
    throw error;
  });
}

function isAbsence(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** @param quality Brotli level, 0 to 11. On half a megabyte, 11 takes sixty times as long as 9 and saves a tenth. */
export async function compress(html: string, quality: number = constants.BROTLI_MAX_QUALITY): Promise<Page> {
  const plain = Buffer.from(html);
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  return { plain, br: await compressBrotli(plain, { params }), gzip: await compressGzip(plain, { level: 9 }) };
}

/** Origins contain no character that needs escaping in an attribute; escaped anyway. */
function fill(html: string, name: string, value: string): string {
  const safe = value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
  return html.replace(
    new RegExp(`(<meta name="support-console:${name}" content=")[^"]*(")`),
    `$1${safe.replaceAll('$', '$$$$')}$2`,
  );
}

/** The best encoding that the client accepts; a quality of 0 excludes one. */
export function chooseEncoding(accept: string | undefined): 'br' | 'gzip' | 'plain' {
  const accepted = new Set<string>();
  for (const part of (accept ?? '').split(',')) {
    const [name = '', ...parameters] = part.trim().toLowerCase().split(';');
    if (!parameters.some((parameter) => /^\s*q=0(?:\.0*)?\s*$/.test(parameter))) accepted.add(name.trim());
  }
  if (accepted.has('br')) return 'br';
  return accepted.has('gzip') ? 'gzip' : 'plain';
}
