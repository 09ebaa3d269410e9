import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const MAX_CHARACTERS = 2_000;

/**
 * Ranges that are nobody's public server. See docs/api.md, "Addresses of webhooks", and the registries of special
 * addresses.
 */
const PRIVATE_V4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
].map((range) => ipaddr.IPv4.parseCIDR(range));
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
  if (address instanceof ipaddr.IPv4) return isPublicV4(address);
  if (!(address instanceof ipaddr.IPv6) || address.zoneId) return false;
  for (const { range, at } of HOLDERS) {
    if (address.match(range)) return isPublicV4(new ipaddr.IPv4(address.toByteArray().slice(at, at + 4)));
  }
  return address.match(GLOBAL_V6) && !PRIVATE_V6.some((range) => address.match(range));
}

function isPublicV4(address: ipaddr.IPv4): boolean {
  return !PRIVATE_V4.some((range) => address.match(range));
}

/** The address that a URL names by itself, or null where it has a name. */
export function literalAddress(url: URL): string | null {
  const host = bareHost(url);
  return isIP(host) === 0 ? null : host;
}

/** Without the brackets of IPv6 and the dot that ends a full name. */
export function bareHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
}

/** Reads a webhook's address; a text says what is wrong with it. The addresses behind a name are not looked at here. */
export function readWebhookUrl(text: string, allowPrivate: boolean): URL | string {
  const url = URL.parse(text);
  if (url === null || text.length > MAX_CHARACTERS) return 'must be an https address of at most 2000 characters';
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:')) return 'must be an https address';
  if (url.username !== '' || url.password !== '') return 'must not hold a user or password';
  if (!isAllowedPort(url)) return 'must have port 443, 8443 or one from 1024';
  if (allowPrivate) return url;
  const literal = literalAddress(url);
  const isPrivate = literal === null ? isLocalName(bareHost(url)) : !isPublicAddress(literal);
  return isPrivate ? 'must not be a private or local address' : url;
}

function isAllowedPort({ port, protocol }: URL): boolean {
  if (port === '') return true;
  return Number(port) >= 1024 || (protocol === 'https:' && port === '443');
}

function isLocalName(host: string): boolean {
  return /(?:^|\.)(?:localhost|local|internal)$/.test(host);
}
