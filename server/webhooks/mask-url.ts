/**
 * The address without what only those need to know who may change it: for many receivers, path and query are all that
 * keeps others from sending to them. Scheme and host stay.
 */
export function maskUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null) return '***';
  return url.pathname === '/' && url.search === '' && url.hash === '' ? `${url.origin}/` : `${url.origin}/***`;
}
