import type { BindRow, RefusedRow } from '#contract/bind-row.ts';
import { emailKey, phoneKey } from '#contract/contact-keys.ts';
import type { Country } from '#contract/dialling.ts';
import type { Channel } from '#contract/customers.ts';

/** A row with the keys of its customer; at least one is set. */
export interface KeyedRow extends BindRow {
  readonly emailKey: string | null;
  readonly phoneKey: string | null;
  /** Unique per handle of the site. */
  readonly handleKey: string;
  /** When it was bound, if not now. */
  readonly boundUtc?: string;
  /** Used only if the row creates its customer. */
  readonly displayName?: string | null;
}

/** A row of the file: valid, or already refused. */
export type ChunkRow = KeyedRow | RefusedRow;

export function isRefused(row: ChunkRow): row is RefusedRow {
  return 'outcome' in row;
}

/** The outcome of a valid row that the database rejects. */
export function refuseAsInternalError({ line }: KeyedRow): RefusedRow {
  const message = 'Something went wrong on our side; this row was not bound';
  return { line, outcome: 'failed', code: 'internal_error', message };
}

/** @param line line number in the whole file */
export function withKeys(row: BindRow, country: Country | null, line = row.line): KeyedRow {
  return {
    ...row,
    line,
    emailKey: row.email === null ? null : emailKey(row.email),
    phoneKey: row.phone === null ? null : phoneKey(row.phone, country),
    handleKey: `${row.channel} ${row.externalUserId}`,
  };
}

export interface StoredHandle {
  /** Id of the binding. */
  readonly id: bigint;
  readonly identityId: bigint;
  readonly displayHandle: string | null;
}

/** Stored customers and handles that a chunk refers to, by key. */
export interface Found {
  readonly emails: ReadonlyMap<string, bigint>;
  readonly phones: ReadonlyMap<string, bigint>;
  readonly handles: ReadonlyMap<string, StoredHandle>;
}

/** For a dry run: the keys that earlier chunks of the file would have stored. */
export class EarlierRows {
  readonly emails = new Set<string>();
  readonly phones = new Set<string>();
  readonly handles = new Set<string>();

  add(plan: BindPlan): void {
    for (const { emailKey: email, phoneKey: phone } of plan.minted) {
      if (email !== null) this.emails.add(email);
      if (phone !== null) this.phones.add(phone);
    }
    for (const { key } of plan.handles) this.handles.add(key);
  }
}

/** An id of a stored customer, an index of `minted`, or null for a customer that an earlier chunk would have created. */
export type Owner = bigint | number | null;

export type MintedCustomer = Pick<KeyedRow, 'email' | 'emailKey' | 'phone' | 'phoneKey' | 'boundUtc' | 'displayName'>;

/** Outcome of a row that was bound. */
export interface BoundRow {
  readonly line: number;
  readonly outcome: 'bound' | 'refreshed';
  /** Null in a dry run if the customer would be created. */
  readonly identityId: bigint | null;
}

/** The state of a handle after the last row that refers to it. */
export interface PlannedHandle {
  readonly key: string;
  readonly channel: Channel;
  readonly externalUserId: string;
  readonly stored: StoredHandle | null;
  readonly boundUtc: string | undefined;
  owner: Owner;
  displayHandle: string | null;
  hasMoved: boolean;
}

export interface BindPlan {
  /** One per row. */
  readonly outcomes: readonly { readonly outcome: 'bound' | 'refreshed'; readonly owner: Owner }[];
  readonly minted: readonly MintedCustomer[];
  readonly handles: readonly PlannedHandle[];
}

/**
 * Plans what binding the rows one after the other with `bindChannel` would do. Writes nothing, so dry runs and real ones
 * agree, however the file is split into chunks.
 */
export function planBindings(rows: readonly KeyedRow[], found: Found, earlier: EarlierRows): BindPlan {
  const minted: MintedCustomer[] = [];
  const emails = new Map<string, number>();
  const phones = new Map<string, number>();
  const handles = new Map<string, PlannedHandle>();

  const findOwner = ({ emailKey: email, phoneKey: phone }: KeyedRow): Owner | undefined => {
    if (email !== null) {
      const owner = emails.get(email) ?? found.emails.get(email);
      if (owner !== undefined) return owner;
      if (earlier.emails.has(email)) return null;
    }
    if (phone === null) return undefined;
    return phones.get(phone) ?? found.phones.get(phone) ?? (earlier.phones.has(phone) ? null : undefined);
  };

  const mint = (row: KeyedRow): number => {
    const { emailKey: emailName, phoneKey: phoneName } = row;
    const index = minted.push(row) - 1;
    if (emailName !== null) emails.set(emailName, index);
    if (phoneName !== null) phones.set(phoneName, index);
    return index;
  };

  const outcomes = rows.map((row) => {
    const known = findOwner(row);
    const owner = known === undefined ? mint(row) : known;
    const held = handles.get(row.handleKey);
    if (held !== undefined) {
      if (held.owner !== owner) held.hasMoved = true;
      held.owner = owner;
      held.displayHandle = row.displayHandle ?? held.displayHandle;
      return { outcome: 'refreshed', owner } as const;
    }
    const stored = found.handles.get(row.handleKey) ?? null;
    handles.set(row.handleKey, {
      key: row.handleKey,
      channel: row.channel,
      externalUserId: row.externalUserId,
      boundUtc: row.boundUtc,
      stored,
      owner,
      displayHandle: row.displayHandle ?? stored?.displayHandle ?? null,
      hasMoved: stored !== null && stored.identityId !== owner,
    });
    const isKnown = stored !== null || earlier.handles.has(row.handleKey);
    return { outcome: isKnown ? 'refreshed' : 'bound', owner } as const;
  });
  return { outcomes, minted, handles: [...handles.values()] };
}
