import { BIND_COLUMNS, type BindColumn, findBindFaults } from '#contract/bind-row.ts';
import { emailKey, phoneKey } from '#contract/contact-keys.ts';
import type { Country } from '#contract/dialling.ts';
import type { AmberKind } from './file-types.ts';
import type { ReadRow } from './file-rows.ts';
import { bitOf, type CheckContext, findDoubts, KINDS, RED } from './row-problems.ts';
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

/** What a row is compared with others by. */
interface RowKeys {
  readonly handle: string;
  readonly email: string;
  readonly phone: string;
  /** All columns as they are written. */
  readonly cells: readonly string[];
}

interface RowCheck {
  /** Problems of the row and facts about it, as bits; also those that other rows cause. */
  flags: number;
  /** The same without other rows. */
  own: number;
  /** Whether the id begins with a plus, where the channel has phone numbers. Whether one is missing depends on other rows. */
  plus: 'has' | 'lacks' | null;
  /** The number of the synonym in the row's channel, 0 where it needs none or has none. */
  synonym: number;
  /** Null for a row that is compared with none. */
  keys: RowKeys | null;
  /** The earlier row that a problem is about. */
  other: number | null;
  isSkipped: boolean;
}

/** What was found in each row by itself, and by comparing them. */
export class RowChecks {
  readonly rows: readonly RowCheck[];
  /** Whether ids of phones have a plus in this file. */
  idsHavePlus = false;

  constructor(rows: number) {
    this.rows = Array.from({ length: rows }, () => ({
      flags: 0,
      own: 0,
      plus: null,
      synonym: 0,
      keys: null,
      other: null,
      isSkipped: false,
    }));
  }

  isSkipped(row: number): boolean {
    return this.rows[row]?.isSkipped === true;
  }

  setSkipped(row: number, isSkipped: boolean): void {
    const check = this.rows[row];
    if (check !== undefined) check.isSkipped = isSkipped;
  }

  /** Rows that are not skipped and have one of these bits. */
  rowsWith(mask: number): readonly number[] {
    return this.rowsThat(({ flags }) => (flags & mask) !== 0);
  }

  /** Rows that are not skipped and fit. */
  rowsThat(fit: (check: RowCheck, row: number) => boolean): readonly number[] {
    const rows: number[] = [];
    for (const [row, check] of this.rows.entries()) if (!check.isSkipped && fit(check, row)) rows.push(row);
    return rows;
  }

  check(row: number, record: ReadRow, context: CheckContext): void {
    const check = this.rows[row];
    if (check === undefined) return;
    const { indexes, width } = context.header;
    const cell = (column: BindColumn) => record.cells[indexes.get(column) ?? -1] ?? '';
    const faults = findBindFaults(context.header, record);
    let bits = 0;
    check.plus = null;
    for (const fault of faults) bits |= bitOf(fault);
    const isBadChannel = faults.includes('bad_channel');
    if (faults.includes('too_many_cells') && record.cells.slice(width).every((text) => text === '')) {
      bits |= FACTS.extraCells;
    }
    if (isBadChannel && record.cells.every((text) => text === '')) bits |= FACTS.isEmpty;
    for (const { kind, column } of record.problem === null ? findDoubts(cell, context) : []) {
      if (kind === 'no_plus' && column === 'external_user_id') check.plus = 'lacks';
      else bits |= bitOf(kind);
    }
    const id = cell('external_user_id');
    const channel = channelMeant(cell('channel'));
    if (isPhoneChannel(channel)) {
      if (id.startsWith('+')) check.plus = 'has';
      bits |= factsOf(id, 'external_user_id', context.country);
    }
    bits |= factsOf(cell('phone'), 'phone', context.country);
    check.own = bits;
    check.synonym = isBadChannel ? synonymOf(cell('channel')) : 0;
    check.keys = (bits & RED) === 0 ? keysOf(cell) : null;
  }

  /** Compares all rows; skipped and refused ones are left out. */
  compare(): void {
    this.idsHavePlus = this.rows.some(({ plus, isSkipped }) => plus === 'has' && !isSkipped);
    const lacksPlus = this.idsHavePlus ? bitOf('no_plus') : 0;
    const firstOfHandle = new Map<string, number>();
    /** Of handles with several rows. */
    const firstOfCells = new Map<string, number>();
    for (const [row, check] of this.rows.entries()) {
      check.flags = check.own | (check.plus === 'lacks' ? lacksPlus : 0);
      check.other = null;
      const { keys } = check;
      if (check.isSkipped || keys === null) continue;
      const first = firstOfHandle.get(keys.handle);
      const firstKeys = first === undefined ? null : (this.rows[first]?.keys ?? null);
      if (first === undefined || firstKeys === null) {
        firstOfHandle.set(keys.handle, row);
        continue;
      }
      const firstText = JSON.stringify(firstKeys.cells);
      if (!firstOfCells.has(firstText)) firstOfCells.set(firstText, first);
      const text = JSON.stringify(keys.cells);
      const twin = firstOfCells.get(text);
      if (twin === undefined) firstOfCells.set(text, row);
      check.other = twin ?? first;
      check.flags |= bitOf(twin === undefined ? differenceOf(firstKeys, keys) : 'repeat');
    }
  }
}

function keysOf(cell: (column: BindColumn) => string): RowKeys {
  const [email, phone] = [cell('email'), cell('phone')];
  return {
    handle: `${cell('channel').toLowerCase()} ${cell('external_user_id')}`,
    email: email === '' ? '' : emailKey(email),
    phone: WHOLE_NUMBER.test(phone) ? phone : (phoneKey(phone, null) ?? ''),
    cells: BIND_COLUMNS.map((column) => (column === 'channel' ? cell(column).toLowerCase() : cell(column))),
  };
}

/** How two rows of one handle differ in whose it is. */
function differenceOf(one: RowKeys, other: RowKeys): AmberKind {
  if (one.email !== '' && other.email !== '') return one.email === other.email ? 'same_handle' : 'two_emails';
  return one.phone !== '' && other.phone !== '' && one.phone !== other.phone ? 'two_phones' : 'same_handle';
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
