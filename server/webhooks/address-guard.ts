import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { bareHost, isPublicV4, readWebhookUrl as readUrl } from '#contract/webhook-address.ts';

/** IPv6 ranges that are not public; `isPublicV4` has those of IPv4. See docs/api.md, "Addresses of webhooks". */
const PRIVATE_V6 = ['2001::/23', '2001:db8::/32', '3fff::/20'].map((range) => ipaddr.IPv6.parseCIDR(range));
/** All public addresses are in this range; loopback, local and multicast addresses are not. */
const GLOBAL_V6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** Ranges that embed an IPv4 address, and its byte offset: the embedded address decides. */
const EMBEDDED_V4 = [
  { range: ipaddr.IPv6.parseCIDR('::ffff:0:0/96'), at: 12 },
  { range: ipaddr.IPv6.parseCIDR('64:ff9b::/96'), at: 12 },
  { range: ipaddr.IPv6.parseCIDR('2002::/16'), at: 2 },
];

/** @param text An address from a resolver; anything else is not public. */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0) return false;
  const address = ipaddr.parse(text);
  if (address instanceof ipaddr.IPv4) return isPublicV4(address.toString());
  if (!(address instanceof ipaddr.IPv6) || address.zoneId) return false;
  for (const { range, at } of EMBEDDED_V4) {
    if (address.match(range))
      return isPublicV4(
        address
          .toByteArray()
          .slice(at, at + 4)
          .join('.'),
      );
  }
  return address.match(GLOBAL_V6) && !PRIVATE_V6.some((range) => address.match(range));
}

/** The IP address in a URL, or null if it has a host name. */
export function literalAddress(url: URL): string | null {
  const host = bareHost(url);
  return isIP(host) === 0 ? null : host;
}

/** Parses the URL of a webhook, or returns what is wrong with it. Does not resolve host names. */
export function readWebhookUrl(text: string, allowPrivate: boolean): URL | string {
  return readUrl(text, { allowPrivate, isPublic: isPublicAddress });
}
