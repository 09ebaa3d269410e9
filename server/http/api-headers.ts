/** Headers of every answer under /v1, as flat pairs of name and value; what changes is added to a copy. */
export function apiHeaders(publicUrl: string): readonly string[] {
  const headers = [
    'Cache-Control',
    'no-store',
    'Content-Security-Policy',
    "default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; sandbox",
    'X-Content-Type-Options',
    'nosniff',
    'Referrer-Policy',
    'no-referrer',
    'Cross-Origin-Resource-Policy',
    'same-origin',
    'X-Frame-Options',
    'DENY',
  ];
  return [...headers, ...transportSecurity(publicUrl)];
}

/** Only an address that is https for its users may promise to stay so. */
export function transportSecurity(publicUrl: string): readonly string[] {
  return publicUrl.startsWith('https:') ? ['Strict-Transport-Security', 'max-age=63072000; includeSubDomains'] : [];
}

export const JSON_TYPE = 'application/json; charset=utf-8';
