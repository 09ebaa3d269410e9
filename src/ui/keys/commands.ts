import { createAtom, useSelector } from '@tanstack/react-store';
import type { ReactNode } from 'react';
import type { IconName } from '#src/ui/icons/icon-paths.ts';

/** What the first character typed narrows the palette to: commands, tickets, customers. */
export type PalettePrefix = '>' | '#' | '@';

/** The order of the groups in the palette. */
export const COMMAND_GROUPS = ['ticket', 'customers', 'tickets', 'go', 'settings'] as const;
export type CommandGroup = (typeof COMMAND_GROUPS)[number];

export interface Command {
  /** Stable: the recent ones are remembered by it. */
  readonly id: string;
  readonly group: CommandGroup;
  readonly label: string;
  /** Grey text after the label. */
  readonly note?: string;
  /** Other words that find it. */
  readonly keywords?: string;
  readonly icon?: IconName;
  readonly glyph?: ReactNode;
  readonly kbd?: string;
  /** A page of ours; the palette opens it, in a new tab with Ctrl or Command. */
  readonly href?: string;
  readonly run?: () => void;
  /** What the commands of group `ticket` act on, such as "#48213": the chip before the palette's field. */
  readonly context?: string;
}

/** Answers what is typed, such as tickets through the API. `prefix` is the sign that asks for it alone. */
export interface PaletteSource {
  readonly id: string;
  readonly prefix?: Exclude<PalettePrefix, '>'>;
  /** What is found, best first, at most about eight. */
  readonly search: (text: string, signal: AbortSignal) => Promise<readonly Command[]>;
}

const commandsAtom = createAtom<ReadonlyMap<string, Command>>(new Map<string, Command>());
const sources = new Map<string, PaletteSource>();

/** Puts a command into the palette until the returned function is called. A later one of the same id replaces it. */
export function registerCommand(command: Command): () => void {
  commandsAtom.set((commands) => new Map(commands).set(command.id, command));
  return () => {
    if (commandsAtom.get().get(command.id) !== command) return;
    commandsAtom.set((commands) => new Map([...commands].filter(([id]) => id !== command.id)));
  };
}

/** Lets the palette ask a view, so that the shell need not know it. */
export function registerPaletteSource(source: PaletteSource): () => void {
  sources.set(source.id, source);
  return () => {
    if (sources.get(source.id) === source) sources.delete(source.id);
  };
}

/** Those that are offered now; one that comes while the palette is open is in it. */
export function useCommands(): readonly Command[] {
  return useSelector(commandsAtom, listCommands);
}

function listCommands(commands: ReadonlyMap<string, Command>): readonly Command[] {
  return [...commands.values()];
}

export function listPaletteSources(): readonly PaletteSource[] {
  return [...sources.values()];
}
