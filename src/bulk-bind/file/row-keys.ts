import type { BindColumn } from '#contract/bind-row.ts';
import { emailKey, phoneKey } from '#contract/contact-keys.ts';
import type { AmberKind } from './file-types.ts';

/** What rows are compared by, as hashes: the handle has 64 bits, so no two of a file are taken for one by chance. */
export class RowKeys {
  readonly #handles: Uint32Array;
  readonly #moreHandles: Uint32Array;
  readonly #emails: Uint32Array;
  readonly #phones: Uint32Array;
  readonly #rows: Uint32Array;

  constructor(rows: number) {
    this.#handles = new Uint32Array(rows);
    this.#moreHandles = new Uint32Array(rows);
    this.#emails = new Uint32Array(rows);
    this.#phones = new Uint32Array(rows);
    this.#rows = new Uint32Array(rows);
  }

  /** @param cell null for a row that is compared with none */
  set(row: number, cell: ((column: BindColumn) => string) | null): void {
    if (cell === null) {
      this.#rows[row] = 0;
      return;
    }
    const [channel, id, email, phone] = [cell('channel'), cell('external_user_id'), cell('email'), cell('phone')];
    const handle = `${channel} ${id}`;
    this.#handles[row] = hashOf(handle, 0x811c9dc5);
    this.#moreHandles[row] = hashOf(handle, 0x2545f491, 0x5bd1e995);
    this.#emails[row] = email === '' ? 0 : hashOf(emailKey(email), 0x811c9dc5);
    this.#phones[row] = phone === '' ? 0 : hashOf(phoneKey(phone, null) ?? '', 0x811c9dc5);
    this.#rows[row] = hashOf(`${email}\n${phone}\n${cell('display_handle')}`, hashOf(handle, 0x9e3779b9)) || 1;
  }

  has(row: number): boolean {
    return this.#rows[row] !== 0;
  }

  handleHash(row: number): number {
    return this.#handles[row] ?? 0;
  }

  rowHash(row: number): number {
    return this.#rows[row] ?? 0;
  }

  isSameHandle(one: number, other: number): boolean {
    return this.#handles[one] === this.#handles[other] && this.#moreHandles[one] === this.#moreHandles[other];
  }

  isSameRow(one: number, other: number): boolean {
    return this.#rows[one] === this.#rows[other] && this.isSameHandle(one, other);
  }

  /** How two rows of one handle differ in whose it is. */
  differenceOf(one: number, other: number): AmberKind {
    const [email, otherEmail] = [this.#emails[one], this.#emails[other]];
    if (email !== 0 && otherEmail !== 0) return email === otherEmail ? 'same_handle' : 'two_emails';
    const [phone, otherPhone] = [this.#phones[one], this.#phones[other]];
    return phone !== 0 && otherPhone !== 0 && phone !== otherPhone ? 'two_phones' : 'same_handle';
  }
}

/** Rows by a hash: open addressing in one array of numbers. */
export class RowTable {
  readonly #rows: Int32Array;
  readonly #mask: number;

  constructor(rows: number) {
    const size = 2 ** Math.ceil(Math.log2(Math.max(rows, 8) * 2));
    this.#rows = new Int32Array(size);
    this.#mask = size - 1;
  }

  /** The row that was added before and is the same, or -1 and the row is added. */
  findOrAdd(row: number, hash: number, isSame: (earlier: number) => boolean): number {
    for (let at = hash & this.#mask; ; at = (at + 1) & this.#mask) {
      const earlier = (this.#rows[at] ?? 0) - 1;
      if (earlier === -1) {
        this.#rows[at] = row + 1;
        return -1;
      }
      if (isSame(earlier)) return earlier;
    }
  }
}

/** Of 32 bits: FNV-1a over UTF-16 units, mixed at the end so that each bit depends on all units. */
function hashOf(text: string, seed: number, factor = 0x01000193): number {
  let hash = seed;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), factor);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
