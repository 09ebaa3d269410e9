import * as z from 'zod/mini';
import { type SITE_KEYS, storage } from './storage.ts';

/** Short texts by site and record, the ones written last at the end. */
const drafts = z.record(z.string(), z.string());
const MAX_DRAFTS = 20;

type Key = (typeof SITE_KEYS)['noteDrafts' | 'reviewNotes'];

const nameOf = (siteId: bigint, record: bigint | string): string => `${siteId} ${record}`;

/** The text that this tab has not saved yet; empty for none. */
export function readTabDraft(key: Key, siteId: bigint, record: bigint | string): string {
  return load(key)[nameOf(siteId, record)] ?? '';
}

export function storeTabDraft(key: Key, siteId: bigint, record: bigint | string, text: string): void {
  const name = nameOf(siteId, record);
  const { [name]: _before, ...others } = load(key);
  const next = text === '' ? Object.entries(others) : [...Object.entries(others), [name, text]];
  if (next.length === 0) storage.tab.remove(key);
  else storage.tab.set(key, JSON.stringify(Object.fromEntries(next.slice(-MAX_DRAFTS))));
}

function load(key: Key): Readonly<Record<string, string>> {
  try {
    const parsed = drafts.safeParse(JSON.parse(storage.tab.get(key) ?? '{}'));
    return parsed.success ? parsed.data : {};
  } catch {
    return {};
  }
}
