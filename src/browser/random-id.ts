/** A UUID of version 4. `crypto.randomUUID` is absent on plain http with a host name; what this uses is present everywhere. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte, index) => {
    if (index === 6) return toHex((byte & 0x0f) | 0x40);
    return toHex(index === 8 ? (byte & 0x3f) | 0x80 : byte);
  });
  const part = (from: number, to?: number): string => hex.slice(from, to).join('');
  return [part(0, 4), part(4, 6), part(6, 8), part(8, 10), part(10)].join('-');
}

function toHex(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}
