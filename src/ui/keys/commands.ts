import type { ReactNode } from 'react';
import type { IconName } from './icon-paths.ts';

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

const commands = new Map<string, Command>();
const sources = new Map<string, PaletteSource>();

/** Puts a command into the palette until the returned function is called. A later one of the same id takes its place. */
export function registerCommand(command: Command): () => void {
  commands.set(command.id, command);
  return () => {
    if (commands.get(command.id) === command) commands.delete(command.id);
  };
}

/** Lets the palette ask a view, so that the shell need not know it. */
export function registerPaletteSource(source: PaletteSource): () => void {
  sources.set(source.id, source);
  return () => {
    if (sources.get(source.id) === source) sources.delete(source.id);
  };
}

export function listCommands(): readonly Command[] {
  return [...commands.values()];
}

export function listPaletteSources(): readonly PaletteSource[] {
  return [...sources.values()];
}
