import { keysNow } from '#src/ui/keys/key-changes.ts';
import { capsOf } from '#src/ui/keys/key-labels.ts';
import { messages } from './keys-messages.ts';

/** One binding that can be changed. */
export interface KeyEntry {
  /** As we chose them; they are its identity. */
  readonly keys: string;
  readonly label: string;
}

export interface KeyGroup {
  readonly name: string;
  readonly entries: readonly KeyEntry[];
}

const OF_BROWSER = /^mod\+(?:shift\+)?[tnwqlrpcvx]$/;
const OF_PAGE =
  /(?:^| )(?:mod\+)?(?:shift\+)?(?:escape|enter|tab|space|backspace|delete|home|end|pageup|pagedown|arrow\w+|f\d+)(?: |$)/;

/** Why these keys cannot be taken for `entry`; null when they can. */
export function keyProblem(keys: string, entry: KeyEntry, groups: readonly KeyGroup[]): string | null {
  const shown = capsText(keys);
  if (OF_BROWSER.test(keys)) return messages.ofBrowser(shown);
  if (/^[1-9]( |$)/.test(keys)) return messages.ofViews;
  if (OF_PAGE.test(keys)) return messages.ofPage(shown);
  for (const other of groups.flatMap(({ entries }) => entries)) {
    if (other.keys === entry.keys) continue;
    const theirs = keysNow(other.keys);
    if (theirs === keys) return messages.taken(shown, other.label);
    // The shorter one would wait for the rest of the longer one, and never act.
    if (theirs.startsWith(`${keys} `) || keys.startsWith(`${theirs} `)) return messages.begins(shown, other.label);
  }
  return null;
}

export function capsText(keys: string): string {
  return capsOf(keys).join(` ${messages.then} `);
}
