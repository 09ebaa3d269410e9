import * as z from 'zod/mini';
import { isIdText } from '#contract/scalars.ts';
import { BrowserDatabase } from '#src/browser/database.ts';

/** So many tickets are remembered for one token of one site; those that were read last stay. */
export const MAX_SEEN = 500;
const SAVE_MS = 500;

/** By ticket id: when the newest message that was in sight had been written. The one read last stands last. */
const record = z.array(z.array(z.string()));

const database = new BrowserDatabase({ name: 'seen', store: 'seen', patienceMs: 300 });

/** Remembers which messages one person has read, in this browser. It holds no text and ends with the sign-out. */
export class SeenStore {
  readonly #key: string;
  #seen = new Map<string, string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly loaded: Promise<void>;
  isLoaded = false;

  constructor(key: string) {
    this.#key = key;
    this.loaded = this.#load();
  }

  /** When the newest message that was seen of a ticket had been written; null before the first visit. */
  seenUtc(ticketId: bigint): string | null {
    return this.#seen.get(ticketId.toString()) ?? null;
  }

  note(ticketId: bigint, utc: string): void {
    if ((this.seenUtc(ticketId) ?? '') >= utc) return;
    putLast(this.#seen, ticketId.toString(), utc);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#save(), SAVE_MS);
  }

  async #load(): Promise<void> {
    this.#seen = mergeSeen(await this.#read(), this.#seen);
    this.isLoaded = true;
  }

  async #read(): Promise<ReadonlyMap<string, string>> {
    try {
      const kept = z.safeParse(record, await database.run('readonly', (store) => store.get(this.#key))).data ?? [];
      return new Map(kept.flatMap(([id = '', utc = '']) => (isIdText(id) && Date.parse(utc) > 0 ? [[id, utc]] : [])));
    } catch {
      // Where the browser keeps nothing, memory takes its place.
      return new Map();
    }
  }

  /** Another tab may have read others meanwhile. */
  async #save(): Promise<void> {
    this.#seen = mergeSeen(await this.#read(), this.#seen);
    const seen = [...this.#seen];
    await database.run('readwrite', (store) => store.put(seen, this.#key)).catch(() => undefined);
  }
}

/** Both, the later time of each; the oldest are let go beyond the limit. */
export function mergeSeen(stored: ReadonlyMap<string, string>, own: ReadonlyMap<string, string>): Map<string, string> {
  const merged = new Map(stored);
  for (const [id, utc] of own) putLast(merged, id, (merged.get(id) ?? '') > utc ? (merged.get(id) ?? utc) : utc);
  return new Map([...merged].slice(-MAX_SEEN));
}

function putLast(map: Map<string, string>, id: string, utc: string): void {
  map.delete(id);
  map.set(id, utc);
}

let open: { readonly key: string; readonly store: SeenStore } | null = null;

export function openSeen(siteId: bigint, tokenId: bigint): SeenStore {
  const key = `${siteId} ${tokenId}`;
  if (open?.key !== key) open = { key, store: new SeenStore(key) };
  return open.store;
}
