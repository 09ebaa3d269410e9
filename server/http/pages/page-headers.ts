import { transportSecurity } from '#server/http/api-headers.ts';

const PERMISSIONS = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
  .map((name) => `${name}=()`)
  .join(', ');

interface Settings {
  readonly publicUrl: string;
  readonly apiOrigins: readonly string[];
  /** Origins that may frame this document; empty for none. */
  readonly frameAncestors: readonly string[];
}

/** Headers of every HTML response, by name. */
export function pageHeaders(settings: Settings): Readonly<Record<string, string>> {
  const { publicUrl, apiOrigins, frameAncestors } = settings;
  const [hstsName, hsts] = transportSecurity(publicUrl);
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      "font-src 'self'",
      ["connect-src 'self'", ...apiOrigins].join(' '),
      "manifest-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      `frame-ancestors ${frameAncestors.length === 0 ? "'none'" : frameAncestors.join(' ')}`,
      "require-trusted-types-for 'script'",
      'trusted-types sc-worker',
    ].join('; '),
    // The older form of frame-ancestors. It cannot list origins, so embeddable documents omit it.
    ...(frameAncestors.length === 0 ? { 'X-Frame-Options': 'DENY' } : {}),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Origin-Agent-Cluster': '?1',
    'Permissions-Policy': `${PERMISSIONS}, clipboard-write=(self)`,
    'X-Robots-Tag': 'noindex',
    ...(hstsName !== undefined && hsts !== undefined ? { [hstsName]: hsts } : {}),
  };
}

/** Headers of /docs: its search is a form, which the other pages do without. */
export function docsHeaders(publicUrl: string): Readonly<Record<string, string>> {
  const headers = pageHeaders({ publicUrl, apiOrigins: [], frameAncestors: [] });
  const policy = headers['Content-Security-Policy'] ?? '';
  return { ...headers, 'Content-Security-Policy': policy.replace("form-action 'none'", "form-action 'self'") };
}

/** Headers of the customer's page: no framing, no caching, no indexing (docs/api.md, "Portal page"). */
export function portalHeaders(publicUrl: string): Readonly<Record<string, string>> {
  return {
    ...pageHeaders({ publicUrl, apiOrigins: [], frameAncestors: [] }),
    'Cache-Control': 'no-store',
    'X-Robots-Tag': 'noindex, nofollow, noarchive',
  };
}
