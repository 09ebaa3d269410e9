import { COMMAND_GROUPS, type Command, type CommandGroup, type PalettePrefix } from '#src/ui/keys/commands.ts';
import { scoreCommand } from './palette-match.ts';

export interface PaletteSection {
  readonly key: CommandGroup | 'recent';
  readonly commands: readonly Command[];
}

interface Input {
  /** Without the prefix. */
  readonly text: string;
  readonly prefix: PalettePrefix | null;
  readonly commands: readonly Command[];
  /** What the sources found. */
  readonly found: readonly Command[];
  readonly recent: readonly Command[];
}

/** What the palette lists: the fitting ones by group, or, when nothing is typed, the recent ones before the rest. */
export function listPalette({ text, prefix, commands, found, recent }: Input): readonly PaletteSection[] {
  const usable = prefix === '#' || prefix === '@' ? [] : commands;
  const empty = text === '';
  const known = new Set(usable.map((command) => command.id));
  const recentShown = empty && prefix === null ? recent.filter((item) => isFound(item) || known.has(item.id)) : [];
  const shown = new Set(recentShown.map((command) => command.id));
  const scored = usable
    .filter((command) => !shown.has(command.id))
    .map((command) => ({ command, score: empty ? 0 : scoreCommand(command, text) }))
    .filter((entry): entry is { command: Command; score: number } => entry.score !== null)
    .toSorted((a, b) => a.score - b.score)
    .map((entry) => entry.command);
  const all = [...scored, ...found];
  const sections = COMMAND_GROUPS.map((key) => ({ key, commands: all.filter((command) => command.group === key) }));
  return [{ key: 'recent' as const, commands: recentShown }, ...sections].filter(
    (section) => section.commands.length > 0,
  );
}

/** Found by a source once: it stands for itself, whatever is offered now. */
function isFound(command: Command): boolean {
  return command.group === 'tickets' || command.group === 'customers';
}
