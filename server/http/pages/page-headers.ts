import { transportSecurity } from '#server/http/api-headers.ts';

/** Views that other sites may put into a frame (docs/operating.md, "Embedding"). */
export const EMBEDDABLE: ReadonlySet<string> = new Set([
  '/embed/ai-usage',
  '/embed/health',
  '/embed/csat',
  '/embed/inbox',
]);

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
  // The wall board keeps the screen on.
  .map((name) => (name === 'screen-wake-lock' ? `${name}=(self)` : `${name}=()`))
  .join(', ');

interface Settings {
  readonly publicUrl: string;
  readonly apiOrigins: readonly string[];
  /** Who may frame this document; nobody when empty. */
  readonly frameAncestors: readonly string[];
}

/** Headers of every HTML answer, by name. */
export function pageHeaders({ publicUrl, apiOrigins, frameAncestors }: Settings): Readonly<Record<string, string>> {
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
    // It cannot list origins, so a document that some may frame goes without.
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

/** Headers of the customer's page: nobody frames it, keeps it or lists it (docs/api.md, "Portal page"). */
export function portalHeaders(publicUrl: string): Readonly<Record<string, string>> {
  return {
    ...pageHeaders({ publicUrl, apiOrigins: [], frameAncestors: [] }),
    'Cache-Control': 'no-store',
    'X-Robots-Tag': 'noindex, nofollow, noarchive',
  };
}
