import { type BindColumn, findBindFaults } from '#contract/bind-row.ts';
import { emailKey, phoneKey } from '#contract/contact-keys.ts';
import type { Country } from '#contract/dialling.ts';
import type { AmberKind } from './file-types.ts';
import { bitOf, type CheckContext, findDoubts, KINDS, RED } from './row-problems.ts';
import type { ReadRow } from './row-store.ts';
import { applyToCell, channelMeant, isPhoneChannel, synonymOf, WHOLE_NUMBER } from './rules.ts';

const factBit = (index: number): number => 2 ** (KINDS.length + index);
/** What rules would change in a row, in the bits above those of its problems. */
export const FACTS = {
  extraCells: factBit(0),
  zeros: factBit(1),
  national: factBit(2),
  phonePlus: factBit(3),
  phoneCode: factBit(4),
  idPlus: factBit(5),
  idCode: factBit(6),
  isEmpty: factBit(7),
} as const;

/** Of the id of a row whose channel has phone numbers. Whether one is missing shows over all rows. */
const PLUS = { unknown: 0, has: 1, lacks: 2 } as const;

/** What was found in each row by itself, and by comparing them: numbers alone, a few dozen bytes a row. */
export class RowChecks {
  /** Problems and facts of each row by itself. */
  readonly #own: Uint32Array;
  readonly #synonyms: Uint8Array;
  readonly #plus: Uint8Array;
  readonly #keys: RowKeys;
  readonly #isSkipped: Uint8Array;
  /** Problems and facts of each row, with those that others make. */
  readonly flags: Uint32Array;
  /** The earlier row that a problem is about, -1 without one. */
  readonly others: Int32Array;
  /** Whether ids of phones have a plus in this file. */
  idsHavePlus = false;

  constructor(rows: number) {
    this.#own = new Uint32Array(rows);
    this.#synonyms = new Uint8Array(rows);
    this.#plus = new Uint8Array(rows);
    this.#isSkipped = new Uint8Array(rows);
    this.#keys = new RowKeys(rows);
    this.flags = new Uint32Array(rows);
    this.others = new Int32Array(rows);
  }

  isSkipped(row: number): boolean {
    return this.#isSkipped[row] === 1;
  }

  setSkipped(row: number, isSkipped: boolean): void {
    this.#isSkipped[row] = isSkipped ? 1 : 0;
  }

  /** The number of the synonym in the row's channel, 0 where it needs none or has none. */
  synonymOf(row: number): number {
    return this.#synonyms[row] ?? 0;
  }

  check(row: number, record: ReadRow, context: CheckContext): void {
    const { indexes, width } = context.header;
    const cell = (column: BindColumn) => record.cells[indexes.get(column) ?? -1] ?? '';
    const faults = findBindFaults(context.header, record);
    let bits = 0;
    let plus: number = PLUS.unknown;
    for (const fault of faults) bits |= bitOf(fault);
    const isBadChannel = faults.includes('bad_channel');
    if (faults.includes('too_many_cells') && record.cells.slice(width).every((text) => text === '')) {
      bits |= FACTS.extraCells;
    }
    if (isBadChannel && record.cells.every((text) => text === '')) bits |= FACTS.isEmpty;
    for (const { kind, column } of record.problem === null ? findDoubts(cell, context) : []) {
      if (kind === 'no_plus' && column === 'external_user_id') plus = PLUS.lacks;
      else bits |= bitOf(kind);
    }
    const id = cell('external_user_id');
    const channel = channelMeant(cell('channel'));
    if (isPhoneChannel(channel)) {
      if (id.startsWith('+')) plus = PLUS.has;
      bits |= factsOf(id, 'external_user_id', context.country);
    }
    bits |= factsOf(cell('phone'), 'phone', context.country);
    this.#own[row] = bits;
    this.#plus[row] = plus;
    this.#synonyms[row] = isBadChannel ? synonymOf(cell('channel')) : 0;
    this.#keys.set(row, (bits & RED) === 0 ? cell : null);
  }

  /** Compares all rows: what is skipped or refused is as if it were not there. */
  compare(): void {
    const own = this.#own;
    this.idsHavePlus = this.#plus.some((plus, row) => plus === PLUS.has && !this.isSkipped(row));
    const lacksPlus = this.idsHavePlus ? bitOf('no_plus') : 0;
    const first = new RowTable(own.length);
    const same = new RowTable(own.length);
    for (let row = 0; row < own.length; row += 1) {
      let bits = own[row] ?? 0;
      if (this.#plus[row] === PLUS.lacks) bits |= lacksPlus;
      this.others[row] = -1;
      if (!this.isSkipped(row) && this.#keys.has(row)) {
        const earlier = first.findOrAdd(row, this.#keys.handleHash(row), (one) => this.#keys.isSameHandle(one, row));
        const twin = same.findOrAdd(row, this.#keys.rowHash(row), (one) => this.#keys.isSameRow(one, row));
        const other = twin === -1 ? earlier : twin;
        if (other !== -1) bits |= bitOf(twin === -1 ? this.#keys.differenceOf(other, row) : 'repeat');
        this.others[row] = other;
      }
      this.flags[row] = bits;
    }
  }
}

function factsOf(text: string, column: 'phone' | 'external_user_id', country: Country | null): number {
  if (text === '' || WHOLE_NUMBER.test(text)) return 0;
  const isPhone = column === 'phone';
  const changes = (rule: 'zeros' | 'national' | 'plus' | 'code') =>
    applyToCell(rule, { column, text, channel: 'sms' }, { country, idsHavePlus: true }) !== text;
  if (changes('zeros')) return FACTS.zeros;
  if (changes('national')) return FACTS.national;
  if (changes('plus')) return isPhone ? FACTS.phonePlus : FACTS.idPlus;
  return changes('code') ? (isPhone ? FACTS.phoneCode : FACTS.idCode) : 0;
}

/** What rows are compared by, as hashes: the handle has 64 bits, so no two of a file are taken for one by chance. */
class RowKeys {
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
class RowTable {
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
