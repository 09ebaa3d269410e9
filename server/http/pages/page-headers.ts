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
  // The wall board keeps the screen on.
  .map((name) => (name === 'screen-wake-lock' ? `${name}=(self)` : `${name}=()`))
  .join(', ');

interface Settings {
  readonly publicUrl: string;
  readonly apiOrigins: readonly string[];
  /** Who may frame this document: exact origins, this service's own pages, or nobody when empty. */
  readonly frameAncestors: readonly string[] | 'self';
  /** Pages of this service may stand in frames of this document. */
  readonly hasFrames?: boolean;
}

/** Headers of every HTML answer, by name. */
export function pageHeaders(settings: Settings): Readonly<Record<string, string>> {
  const { publicUrl, apiOrigins, frameAncestors, hasFrames = false } = settings;
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
      ...(hasFrames ? ["frame-src 'self'"] : []),
      "manifest-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      `frame-ancestors ${sources(frameAncestors)}`,
      "require-trusted-types-for 'script'",
      'trusted-types sc-worker',
    ].join('; '),
    ...frameOptions(frameAncestors),
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

function sources(frameAncestors: Settings['frameAncestors']): string {
  if (frameAncestors === 'self') return "'self'";
  return frameAncestors.length === 0 ? "'none'" : frameAncestors.join(' ');
}

/** It says again what browsers read in frame-ancestors. It cannot list origins, so a document that some may frame goes without. */
function frameOptions(frameAncestors: Settings['frameAncestors']): Readonly<Record<string, string>> {
  if (frameAncestors === 'self') return { 'X-Frame-Options': 'SAMEORIGIN' };
  return frameAncestors.length === 0 ? { 'X-Frame-Options': 'DENY' } : {};
}

/** Headers of the customer's page: nobody frames it, keeps it or lists it (docs/api.md, "Portal page"). */
export function portalHeaders(publicUrl: string): Readonly<Record<string, string>> {
  return {
    ...pageHeaders({ publicUrl, apiOrigins: [], frameAncestors: [] }),
    'Cache-Control': 'no-store',
    'X-Robots-Tag': 'noindex, nofollow, noarchive',
  };
}
