/** Whether a request belongs to the API and gets its envelope and headers. */
export function isApi({ url = '' }: { readonly url?: string | undefined }): boolean {
  return url.startsWith('/v1') && (url.length === 3 || url[3] === '/' || url[3] === '?');
}

/** The path and query of a request target; HTTP/1.1 lets a client send the whole address instead (RFC 9112, 3.2.2). */
export function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const origin = /^https?:\/\/[^/?#]*/i.exec(target)?.[0];
  if (origin === undefined) return target;
  const rest = target.slice(origin.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}
