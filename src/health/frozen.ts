import * as z from 'zod/mini';
import { getHealthOverview } from '#contract/health-overview.ts';
import { parseJson, writeJson } from '#contract/json.ts';
import { getHealth } from '#contract/site.ts';
import { judge, pictureOf, type HealthPicture } from './picture.ts';

/** How the fragment begins. Browsers send no fragment to any server. */
const START = 'frozen=';
/** Of what is unpacked: a link is anybody's. */
const MAX_BYTES = 64_000;
const MAX_TEXT = 32_000;

export interface Frozen {
  readonly siteId: string;
  readonly picture: HealthPicture;
}

const siteId = z.string().check(z.regex(/^[0-9]{1,19}$/));
const overviewLink = z.object({ v: z.literal(1), site: siteId, overview: getHealthOverview.reply });
const healthLink = z.object({ v: z.literal(1), site: siteId, health: getHealth.reply });

/** The numbers of this moment as the fragment of a link: what was before them and the history stay out. */
export async function freeze(siteId: bigint, { overview, now }: HealthPicture): Promise<string> {
  const tests = overview?.self_tests.map((test) => ({ ...test, earlier: [] }));
  const numbers =
    overview === null
      ? { health: now }
      : { overview: { ...overview, day_ago: null, since: null, series: [], self_tests: tests } };
  const packed = await through(
    new TextEncoder().encode(writeJson({ v: 1, site: siteId.toString(), ...numbers })),
    new CompressionStream('deflate-raw'),
  );
  return (
    START +
    btoa(String.fromCharCode(...packed))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replace(/=+$/, '')
  );
}

/** The numbers of a link; null where it holds none. */
export async function thaw(hash: string): Promise<Frozen | null> {
  const text = hash.slice(START.length);
  if (!hash.startsWith(START) || text.length > MAX_TEXT || !/^[A-Za-z0-9_-]+$/.test(text)) return null;
  try {
    const packed = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
    const json = parseJson(
      new TextDecoder('utf-8', { fatal: true }).decode(await through(packed, new DecompressionStream('deflate-raw'))),
    );
    const overview = overviewLink.safeParse(json);
    if (overview.success) return { siteId: overview.data.site, picture: pictureOf(overview.data.overview) };
    const health = healthLink.safeParse(json);
    return health.success ? { siteId: health.data.site, picture: judge(health.data.health, null) } : null;
  } catch {
    return null;
  }
}

/** @throws RangeError when there is more than such a link holds */
async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts: number[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Uint8Array.from(parts);
    if (parts.length + value.length > MAX_BYTES) throw new RangeError('too long');
    parts.push(...value);
  }
}
