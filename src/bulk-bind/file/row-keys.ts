import type { BindColumn } from '#contract/bind-row.ts';
import { emailKey, phoneKey } from '#contract/contact-keys.ts';
import type { AmberKind } from './file-types.ts';
import { WHOLE_NUMBER } from './rules.ts';

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
    // No channel begins another, so where one ends is known.
    const handle = mix(mix(SEED, channel, FNV), id, FNV);
    const more = mix(mix(SEED, channel, OTHER), id, OTHER);
    this.#handles[row] = spread(handle);
    this.#moreHandles[row] = spread(more);
    this.#emails[row] = email === '' ? 0 : spread(mix(SEED, emailKey(email), FNV));
    this.#phones[row] = phone === '' ? 0 : spread(mix(SEED, phoneOf(phone), FNV));
    const rest = [email, phone, cell('display_handle')].reduce(
      (hash, text) => mix(mix(hash, text, OTHER), '\n', OTHER),
      more,
    );
    this.#rows[row] = spread(rest) || 1;
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

const SEED = 0x811c9dc5;
const FNV = 0x01000193;
const OTHER = 0x5bd1e995;

/** FNV-1a over UTF-16 units, with one of two factors. */
function mix(hash: number, text: string, factor: number): number {
  let mixed = hash;
  for (let at = 0; at < text.length; at += 1) mixed = Math.imul(mixed ^ text.charCodeAt(at), factor);
  return mixed;
}

/** So that each bit depends on all units. */
function spread(hash: number): number {
  let spreading = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  spreading = Math.imul(spreading ^ (spreading >>> 13), 0xc2b2ae35);
  return (spreading ^ (spreading >>> 16)) >>> 0;
}

function phoneOf(phone: string): string {
  return WHOLE_NUMBER.test(phone) ? phone : (phoneKey(phone, null) ?? '');
}
