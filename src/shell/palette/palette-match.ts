import type { Command } from '#src/ui/keys/commands.ts';

/** How well a command fits what is typed: 0 best, null not at all. Every word must be found. */
export function scoreCommand(command: Command, text: string): number | null {
  const words = fold(text)
    .split(/\s+/)
    .filter((word) => word !== '');
  const label = fold(command.label);
  const all = fold(`${command.label} ${command.note ?? ''} ${command.keywords ?? ''}`);
  if (!words.every((word) => all.includes(word))) return null;
  const first = words[0] ?? '';
  if (label.startsWith(first)) return 0;
  return startsWord(label, first) ? 1 : label.includes(first) ? 2 : 3;
}

/** The pieces of a text, those that were typed marked as hits. */
export function markMatches(text: string, typed: string): readonly { readonly text: string; readonly hit: boolean }[] {
  const folded = fold(text);
  const words = fold(typed)
    .split(/\s+/)
    .filter((word) => word !== '');
  // Folding may change the length of rare letters; marking the wrong ones would be worse than none.
  if (words.length === 0 || folded.length !== text.length) return [{ text, hit: false }];
  const hits = new Array<boolean>(text.length).fill(false);
  for (const word of words) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) {
      hits.fill(true, at, at + word.length);
    }
  }
  const pieces: { text: string; hit: boolean }[] = [];
  for (const [index, hit] of hits.entries()) {
    const last = pieces.at(-1);
    if (last?.hit === hit) last.text += text[index] ?? '';
    else pieces.push({ text: text[index] ?? '', hit });
  }
  return pieces;
}

function startsWord(text: string, word: string): boolean {
  const at = text.indexOf(word);
  return at > 0 && !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '');
}

/** Lower case without accents, letter by letter, so that "zoe" finds "Zoë". */
function fold(text: string): string {
  return Array.from(text, (letter) => {
    const plain = letter.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
    return plain.length === letter.length ? plain : letter.toLowerCase();
  }).join('');
}
