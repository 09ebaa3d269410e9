import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { bareHost, isPublicV4, readWebhookUrl as readUrl } from '#contract/webhook-address.ts';

/** Ranges that are not public servers, as `isPublicV4` has those of IPv4. See docs/api.md, "Addresses of webhooks". */
const PRIVATE_V6 = ['2001::/23', '2001:db8::/32', '3fff::/20'].map((range) => ipaddr.IPv6.parseCIDR(range));
/** Everything public is in here; loopback, local, multicast and the like are not. */
const GLOBAL_V6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** Addresses that hold an IPv4 address, and at which byte: that one is judged. */
const HOLDERS = [
  { range: ipaddr.IPv6.parseCIDR('::ffff:0:0/96'), at: 12 },
  { range: ipaddr.IPv6.parseCIDR('64:ff9b::/96'), at: 12 },
  { range: ipaddr.IPv6.parseCIDR('2002::/16'), at: 2 },
];

/** @param text An address as a resolver answers it; anything else is not public. */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0) return false;
  const address = ipaddr.parse(text);
  if (address instanceof ipaddr.IPv4) return isPublicV4(address.toString());
  if (!(address instanceof ipaddr.IPv6) || address.zoneId) return false;
  for (const { range, at } of HOLDERS) {
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

/** The address that a URL names by itself, or null where it has a name. */
export function literalAddress(url: URL): string | null {
  const host = bareHost(url);
  return isIP(host) === 0 ? null : host;
}

/** Reads a webhook's address; a text says what is wrong with it. Addresses behind a name are not looked up. */
export function readWebhookUrl(text: string, allowPrivate: boolean): URL | string {
  return readUrl(text, { allowPrivate, isPublic: isPublicAddress });
}
