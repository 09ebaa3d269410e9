import { isIPv4, isIPv6 } from 'node:net';

/** Caches the last address: consecutive requests often come from one client or proxy. */
let last: { readonly address: string; readonly network: string | null } = { address: '', network: null };

/** The network of an address, /24 for IPv4 and /48 for IPv6, so that no line identifies a single machine. */
export function networkOf(address: string): string | null {
  if (address !== last.address) last = { address, network: readNetwork(address) };
  return last.network;
}

function readNetwork(address: string): string | null {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  const plain = mapped ?? address.split('%', 1)[0] ?? '';
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  if (!isIPv6(plain)) return null;
  return `${ipv6Groups(plain).slice(0, 3).join(':')}::/48`;
}

/** An IPv6 address is reduced to its /64, which a provider assigns to one customer. */
export function subscriberOf(address: string): string {
  return isIPv6(address) && !address.includes('.') ? ipv6Groups(address).slice(0, 4).join(':') : address;
}

function ipv6Groups(address: string): string[] {
  const [head = '', tail] = address.split('%', 1)[0]?.split('::') ?? [];
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  return [...left, ...gap, ...right].map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''));
}
