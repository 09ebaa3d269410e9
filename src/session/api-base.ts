/** Base addresses that the service allows this page to call: its own first, then those of its API_ORIGINS. */
export function apiBases(): readonly string[] {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="support-console:api-origins"]')?.content ?? '';
  const origins = meta.split(/[\s,]+/).filter((origin) => /^https?:\/\/[^/]+$/.test(origin));
  return [OWN_BASE, ...origins.map((origin) => `${origin}/v1`)];
}

export const OWN_BASE = '/v1';

/** Whether a base leads to our own service: then a token must look as ours do. */
export function isOwnService(baseUrl: string): boolean {
  const upstream = document.querySelector<HTMLMetaElement>('meta[name="support-console:upstream"]')?.content === '1';
  return baseUrl === OWN_BASE && !upstream;
}
