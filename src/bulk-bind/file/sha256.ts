/**
 * SHA-256 (FIPS 180-4) over pieces: `crypto.subtle` wants a whole file at once, and is absent on plain http with a host
 * name.
 */
export class Sha256 {
  readonly #state: Int32Array;
  readonly #factors: Int32Array;
  readonly #words = new Int32Array(64);
  readonly #block = new Uint8Array(64);
  #bytes = 0;

  constructor() {
    const primes = firstPrimes(64);
    this.#state = Int32Array.from(primes.slice(0, 8), (prime) => fractionOf(Math.sqrt(prime)));
    this.#factors = Int32Array.from(primes, (prime) => fractionOf(Math.cbrt(prime)));
  }

  push(piece: Uint8Array): void {
    let at = 0;
    const waiting = this.#bytes % 64;
    this.#bytes += piece.length;
    if (waiting > 0) {
      at = Math.min(64 - waiting, piece.length);
      this.#block.set(piece.subarray(0, at), waiting);
      if (waiting + at < 64) return;
      this.#mix(this.#block, 0);
    }
    for (; at + 64 <= piece.length; at += 64) this.#mix(piece, at);
    this.#block.set(piece.subarray(at));
  }

  /** As 64 hex digits. Nothing can be pushed behind it. */
  end(): string {
    const bytes = this.#bytes;
    const tail = new Uint8Array((bytes % 64 < 56 ? 64 : 128) - (bytes % 64));
    tail[0] = 0x80;
    new DataView(tail.buffer).setBigUint64(tail.length - 8, BigInt(bytes) * 8n);
    this.push(tail);
    return [...this.#state].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
  }

  #mix(bytes: Uint8Array, at: number): void {
    const words = this.#words;
    const factors = this.#factors;
    for (let n = 0; n < 16; n += 1) {
      const byte = at + n * 4;
      words[n] =
        ((bytes[byte] ?? 0) << 24) |
        ((bytes[byte + 1] ?? 0) << 16) |
        ((bytes[byte + 2] ?? 0) << 8) |
        (bytes[byte + 3] ?? 0);
    }
    for (let n = 16; n < 64; n += 1) {
      const early = words[n - 15] ?? 0;
      const late = words[n - 2] ?? 0;
      const earlySum = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
      const lateSum = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
      words[n] = ((words[n - 16] ?? 0) + earlySum + (words[n - 7] ?? 0) + lateSum) | 0;
    }
    const state = this.#state;
    const read = (n: number) => state[n] ?? 0;
    let [a, b, c, d, e, f, g, h] = [read(0), read(1), read(2), read(3), read(4), read(5), read(6), read(7)];
    for (let n = 0; n < 64; n += 1) {
      const choice = (e & f) ^ (~e & g);
      const first = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + (factors[n] ?? 0) + (words[n] ?? 0)) | 0;
      const majority = (a & b) ^ (a & c) ^ (b & c);
      const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + first) | 0;
      d = c;
      c = b;
      b = a;
      a = (first + second) | 0;
    }
    state[0] = read(0) + a;
    state[1] = read(1) + b;
    state[2] = read(2) + c;
    state[3] = read(3) + d;
    state[4] = read(4) + e;
    state[5] = read(5) + f;
    state[6] = read(6) + g;
    state[7] = read(7) + h;
  }
}

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

/** The first 32 bits behind the point. */
function fractionOf(root: number): number {
  return Math.floor((root % 1) * 2 ** 32) | 0;
}

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let candidate = 2; primes.length < count; candidate += 1) {
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
  }
  return primes;
}
