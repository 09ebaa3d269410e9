const MAX_CHARACTERS = 2_000;

/** Ranges of IPv4 that are not public servers, each with the bits that its addresses share. See docs/api.md, "Addresses of webhooks". */
const PRIVATE_V4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
].map((range) => {
  const [start = '', bits] = range.split('/');
  return { start: numberOf(start), size: 2 ** (32 - Number(bits)) };
});

/** @param text four decimal numbers with dots between */
export function isPublicV4(text: string): boolean {
  const address = numberOf(text);
  return !PRIVATE_V4.some(({ start, size }) => address >= start && address < start + size);
}

function numberOf(text: string): number {
  return text.split('.').reduce((number, part) => number * 256 + Number(part), 0);
}

/** The host without the brackets of IPv6 and the dot that ends a full name. */
export function bareHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
}

interface AddressRules {
  /** http and private addresses are allowed too. */
  readonly allowPrivate: boolean;
  /** Judges a host that is an IP address. The browser leaves IPv6 that could be public to the service. */
  readonly isPublic?: (host: string) => boolean;
}

/** Reads a webhook's address; a text says what is wrong with it. Addresses behind a name are not looked up. */
export function readWebhookUrl(text: string, { allowPrivate, isPublic = couldBePublic }: AddressRules): URL | string {
  const url = URL.parse(text);
  if (url === null || text.length > MAX_CHARACTERS) return 'must be an https address of at most 2000 characters';
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:')) return 'must be an https address';
  if (url.username !== '' || url.password !== '') return 'must not hold a user or password';
  if (!isAllowedPort(url)) return 'must have port 443, 8443 or one from 1024';
  if (allowPrivate) return url;
  const host = bareHost(url);
  const isPrivate = isAddress(host) ? !isPublic(host) : /(?:^|\.)(?:localhost|local|internal)$/.test(host);
  return isPrivate ? 'must not be a private or local address' : url;
}

function isAllowedPort({ port, protocol }: URL): boolean {
  if (port === '') return true;
  return Number(port) >= 1024 || (protocol === 'https:' && port === '443');
}

/** URLs have been normalised: a host of any other form is a name. */
function isAddress(host: string): boolean {
  return host.includes(':') || /^\d+\.\d+\.\d+\.\d+$/.test(host);
}

/** Public IPv6 is in 2000::/3, but for addresses that hold one of IPv4. */
function couldBePublic(host: string): boolean {
  if (!host.includes(':')) return isPublicV4(host);
  return /^(?:[23][0-9a-f]{3}|64:ff9b|:(?=:ffff)):/.test(host);
}
