import { COMMAND_GROUPS, type Command, type CommandGroup } from '#src/ui/keys/commands.ts';

/** A first character narrows the palette to commands, tickets or customers. */
export const PREFIXES = ['>', '#', '@'] as const;
export type PalettePrefix = (typeof PREFIXES)[number];

/** Shorter words are looked for at the beginnings of words alone: inside of them they are everywhere. */
const MIN_INSIDE = 3;
/** The score from which on a word was found beside the label alone, or hardly. */
const BESIDE_LABEL = 3;

/**
 * How well a command fits the text: 0 is best, null does not fit. Every word must match; the label counts more than
 * other text, and a beginning more than an inside.
 */
export function scoreCommand(command: Command, text: string): number | null {
  const label = fold(command.label);
  const rest = fold(`${command.note ?? ''} ${command.keywords ?? ''}`.trim());
  const words = wordsOf(text);
  // Two letters are the beginning of a word. Outside the label they match too much, and Enter would run an unread
  // command.
  const isBegun = words.length === 1 && words.every((word) => [...word].length < MIN_INSIDE);
  let score = 0;
  for (const word of words) {
    const inLabel = placeOf(label, word);
    const place = inLabel ?? (isBegun ? null : placeOf(rest, word));
    if (place === null) return null;
    score += inLabel === null ? BESIDE_LABEL + place : place;
  }
  return score;
}

/** 0 at the start, 1 at the start of a word, 2 inside of one, null nowhere. */
function placeOf(text: string, word: string): number | null {
  if (text.startsWith(word)) return 0;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) if (startsWord(text, at)) return 1;
  return [...word].length >= MIN_INSIDE && text.includes(word) ? 2 : null;
}

/** The pieces of a text, those that were typed marked as hits. */
export function markMatches(text: string, typed: string): readonly { readonly text: string; readonly hit: boolean }[] {
  const folded = fold(text);
  const words = wordsOf(typed);
  // Folding may change the length of rare letters; marking the wrong ones would be worse than none.
  if (words.length === 0 || folded.length !== text.length) return [{ text, hit: false }];
  const hits = new Array<boolean>(text.length).fill(false);
  for (const word of words) {
    const isAnywhere = [...word].length >= MIN_INSIDE;
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) {
      if (isAnywhere || startsWord(folded, at)) hits.fill(true, at, at + word.length);
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

function wordsOf(text: string): readonly string[] {
  return fold(text)
    .split(/\s+/)
    .filter((word) => word !== '');
}

function startsWord(text: string, at: number): boolean {
  return at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '');
}

/** Labels are the same at each letter that is typed. */
const folded = new Map<string, string>();
const MAX_FOLDED = 10_000;

/** Lower case without accents, letter by letter, so that "zoe" finds "Zoë". */
function fold(text: string): string {
  const known = folded.get(text);
  if (known !== undefined) return known;
  const plain = Array.from(text, plainLetter).join('');
  if (folded.size >= MAX_FOLDED) folded.clear();
  folded.set(text, plain);
  return plain;
}

function plainLetter(letter: string): string {
  const plain = letter.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.length === letter.length ? plain : letter.toLowerCase();
}

export interface PaletteSection {
  readonly key: CommandGroup | 'recent';
  readonly commands: readonly Command[];
}

interface Input {
  /** Without the prefix. */
  readonly text: string;
  readonly prefix: PalettePrefix | null;
  readonly commands: readonly Command[];
  /** Results of the service. */
  readonly found: readonly Command[];
  readonly recent: readonly Command[];
}

/** The most values of one verb, such as two hundred agents. */
const MAX_OF_ONE = 5;

/** Lists the fitting commands by group, or, when nothing is typed, the recent ones before the rest. */
export function listPalette({ text, prefix, commands, found, recent }: Input): readonly PaletteSection[] {
  const empty = text === '';
  const usable = prefix === '#' || prefix === '@' ? [] : commands;
  const known = new Map(usable.map((command) => [command.id, command]));
  const recentShown =
    empty && prefix === null ? recent.flatMap((item) => (isFound(item) ? item : (known.get(item.id) ?? []))) : [];
  const shown = new Set(recentShown.map((command) => command.id));
  const scored = usable
    .filter((command) => !shown.has(command.id) && !(empty && command.oneOf !== undefined))
    .map((command) => ({ command, score: empty ? 0 : scoreCommand(command, text) }))
    .filter((entry): entry is { command: Command; score: number } => entry.score !== null)
    .toSorted((a, b) => a.score - b.score);
  const all = [...withoutTooMany(scored.map(({ command }) => command)), ...found];
  const named = new Set([
    ...scored.filter(({ score }) => score < BESIDE_LABEL).map(({ command }) => command.group),
    ...found.map(({ group }) => group),
  ]);
  // Commands found only by other words than their own come last.
  const sections = COMMAND_GROUPS.toSorted((a, b) => Number(named.has(b)) - Number(named.has(a))).map((key) => ({
    key,
    commands: all.filter((command) => command.group === key),
  }));
  return [{ key: 'recent' as const, commands: recentShown }, ...sections].filter(
    (section) => section.commands.length > 0,
  );
}

function withoutTooMany(commands: readonly Command[]): readonly Command[] {
  const counts = new Map<string, number>();
  return commands.filter(({ oneOf }) => {
    if (oneOf === undefined) return true;
    const count = (counts.get(oneOf) ?? 0) + 1;
    counts.set(oneOf, count);
    return count <= MAX_OF_ONE;
  });
}

/** A search result of before, which needs no current command. */
function isFound({ group, href }: Command): boolean {
  return group === 'customers' || (group === 'tickets' && href !== undefined);
}
