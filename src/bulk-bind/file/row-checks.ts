import { BIND_COLUMNS, BIND_FAULTS, type BindColumn, type BindHeader, findBindFaults } from '#contract/bind-row.ts';
import { phoneKey } from '#contract/contact-keys.ts';
import type { Country } from '#contract/dialling.ts';
import { isEmail } from '#contract/scalars.ts';
import { type AmberKind, DOUBTS, type ProblemKind } from './file-types.ts';
import { RowKeys, RowTable } from './row-keys.ts';
import type { ReadRow } from './row-store.ts';
import {
  applyToCell,
  bareDigits,
  channelMeant,
  DOUBLE_ZERO,
  hasEdges,
  isGuarded,
  isPhoneChannel,
  nationalOf,
  synonymOf,
  WHOLE_NUMBER,
} from './rules.ts';

/** In the order of their bits. */
export const KINDS: readonly ProblemKind[] = [...BIND_FAULTS, ...DOUBTS];
const BITS: ReadonlyMap<ProblemKind, number> = new Map(KINDS.map((kind, index) => [kind, 2 ** index]));
export const bitOf = (kind: ProblemKind): number => BITS.get(kind) ?? 0;

export const RED = BIND_FAULTS.reduce((bits, kind) => bits | bitOf(kind), 0);
export const AMBER = DOUBTS.reduce((bits, kind) => bits | bitOf(kind), 0);
/** What rows of one handle make of each other; found over all rows. */
export const COMPARED = ['repeat', 'same_handle', 'two_emails', 'two_phones'] as const satisfies readonly AmberKind[];

/** What rules would change in a row; of ids apart, because whether they lack a plus shows over all rows. */
export const FACTS = {
  extraCells: 2 ** 22,
  zeros: 2 ** 23,
  national: 2 ** 24,
  phonePlus: 2 ** 25,
  phoneCode: 2 ** 26,
  idPlus: 2 ** 27,
  idCode: 2 ** 28,
  idHasPlus: 2 ** 29,
  idLacksPlus: 2 ** 30,
  isEmpty: 2 ** 31,
} as const;

export interface CheckContext {
  readonly header: BindHeader;
  /** The country that rules take national numbers for. */
  readonly country: Country | null;
  /** The one that the service takes them for: they are no doubt then. */
  readonly siteCountry: Country | null;
}

const LOST_DIGITS = /^[+-]?[0-9]+(?:[.,][0-9]+)?[eE]\+?[0-9]+$/;
const NATIONAL = /^0[1-9][0-9]{4,}$/;

export interface CellDoubt {
  readonly kind: AmberKind;
  readonly column: BindColumn;
}

/** What is doubtful in the cells of a row, each by itself. An id without a plus is, where others have one. */
export function findDoubts(cell: (column: BindColumn) => string, context: CheckContext): readonly CellDoubt[] {
  const doubts: CellDoubt[] = [];
  const channel = channelMeant(cell('channel'));
  for (const column of BIND_COLUMNS) {
    const text = cell(column);
    if (text === '' || WHOLE_NUMBER.test(text)) continue;
    if (hasEdges(text)) doubts.push({ kind: 'blanks', column });
    if (column === 'channel' || column === 'email') continue;
    if (isGuarded(text)) doubts.push({ kind: 'apostrophe', column });
    if (column === 'display_handle') continue;
    if (LOST_DIGITS.test(text)) doubts.push({ kind: 'damaged_number', column });
    const isId = column === 'external_user_id';
    if (isId && channel === 'email' && !isEmail(text)) doubts.push({ kind: 'id_not_email', column });
    if (isId && !isPhoneChannel(channel)) continue;
    if (DOUBLE_ZERO.test(text)) {
      if (isId) doubts.push({ kind: 'double_zero', column });
    } else if (isNational(text, isId, context)) doubts.push({ kind: 'national_number', column });
    else if (bareDigits(text) !== null) doubts.push({ kind: 'no_plus', column });
  }
  return doubts;
}

function isNational(text: string, isId: boolean, { country, siteCountry }: CheckContext): boolean {
  if (!isId && siteCountry !== null && nationalOf(text, siteCountry) !== null) return false;
  return (country !== null && nationalOf(text, country) !== null) || NATIONAL.test(phoneKey(text, null) ?? '');
}

/** What was found in each row by itself, and by comparing them: numbers alone, a few dozen bytes a row. */
export class RowChecks {
  /** Problems and facts of each row by itself. */
  readonly #own: Uint32Array;
  readonly #synonyms: Uint8Array;
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
    for (const fault of faults) bits |= bitOf(fault);
    const isBadChannel = faults.includes('bad_channel');
    if (faults.includes('too_many_cells') && record.cells.slice(width).every((text) => text === '')) {
      bits |= FACTS.extraCells;
    }
    if (isBadChannel && record.cells.every((text) => text === '')) bits |= FACTS.isEmpty;
    for (const { kind, column } of record.problem === null ? findDoubts(cell, context) : []) {
      bits |= kind === 'no_plus' && column === 'external_user_id' ? FACTS.idLacksPlus : bitOf(kind);
    }
    const id = cell('external_user_id');
    const channel = channelMeant(cell('channel'));
    if (isPhoneChannel(channel)) {
      if (id.startsWith('+')) bits |= FACTS.idHasPlus;
      bits |= factsOf(id, 'external_user_id', context.country);
    }
    bits |= factsOf(cell('phone'), 'phone', context.country);
    this.#own[row] = bits;
    this.#synonyms[row] = isBadChannel ? synonymOf(cell('channel')) : 0;
    this.#keys.set(row, (bits & RED) === 0 ? cell : null);
  }

  /** Compares all rows: what is skipped or refused is as if it were not there. */
  compare(): void {
    const own = this.#own;
    this.idsHavePlus = own.some((bits, row) => (bits & FACTS.idHasPlus) !== 0 && !this.isSkipped(row));
    const lacksPlus = this.idsHavePlus ? bitOf('no_plus') : 0;
    const first = new RowTable(own.length);
    const same = new RowTable(own.length);
    for (let row = 0; row < own.length; row += 1) {
      let bits = own[row] ?? 0;
      if ((bits & FACTS.idLacksPlus) !== 0) bits |= lacksPlus;
      this.others[row] = -1;
      if (!this.isSkipped(row) && this.#keys.has(row)) {
        const earlier = first.findOrAdd(row, this.#keys.handleHash(row), (one) => this.#keys.isSameHandle(one, row));
        const twin =
          earlier === -1
            ? same.findOrAdd(row, this.#keys.rowHash(row), () => false)
            : same.findOrAdd(row, this.#keys.rowHash(row), (one) => this.#keys.isSameRow(one, row));
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
