import { COMMAND_GROUPS, type Command, type CommandGroup } from '#src/ui/keys/commands.ts';
import { BESIDE_LABEL, type PalettePrefix, scoreCommand } from './palette-match.ts';

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

/** Of the values of one verb, such as two hundred agents. */
const MAX_OF_ONE = 5;

/** Lists the fitting commands by group, or, when nothing is typed, the recent ones before the rest. */
export function listPalette({ text, prefix, commands, found, recent }: Input): readonly PaletteSection[] {
  const empty = text === '';
  const usable = prefix === '#' || prefix === '@' ? [] : commands.filter(({ isSo }) => !(empty && isSo === true));
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

/** Found through the service once: it stands for itself, whatever is offered now. */
function isFound({ group, href }: Command): boolean {
  return group === 'customers' || (group === 'tickets' && href !== undefined);
}
