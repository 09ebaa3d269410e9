/** Headers of every response under /v1, as flat pairs of name and value. */
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

/** HSTS, if the public address is https. */
export function transportSecurity(publicUrl: string): readonly string[] {
  return publicUrl.startsWith('https:') ? ['Strict-Transport-Security', 'max-age=63072000; includeSubDomains'] : [];
}

export const JSON_TYPE = 'application/json; charset=utf-8';
