import { createAtom, useSelector } from '@tanstack/react-store';
import type { ReactNode } from 'react';
import type { IconName } from '#src/ui/icons/icon.tsx';

/** The order of the groups in the palette. */
export const COMMAND_GROUPS = ['ticket', 'customer', 'list', 'customers', 'tickets', 'go', 'settings'] as const;
export type CommandGroup = (typeof COMMAND_GROUPS)[number];

export interface Command {
  /** Stable: the recent ones are remembered by it. */
  readonly id: string;
  readonly group: CommandGroup;
  /** Empty where `view.ts` has its words. */
  readonly label: string;
  /** Grey text after the label. */
  readonly note?: string;
  /** Other words that find it. */
  readonly keywords?: string | undefined;
  readonly icon?: IconName | undefined;
  readonly glyph?: ReactNode;
  readonly kbd?: string | undefined;
  /** A page of ours; the palette opens it, in a new tab with Ctrl or Command. */
  readonly href?: string;
  readonly run?: () => void;
  /** With `href`: the command of that page which is run once the page offers it. */
  readonly runs?: string | undefined;
  /** Why it cannot be run, such as a scope that is missing: it is listed, and says so. */
  readonly disabledReason?: string | undefined;
  /** One of many of this name, such as the agents to assign to: the best few are listed, once something is typed. */
  readonly oneOf?: string;
}

const commandsAtom = createAtom<ReadonlyMap<string, Command>>(new Map<string, Command>());

/** Puts a command into the palette until the returned function is called. A later one of the same id replaces it. */
export function registerCommand(command: Command): () => void {
  commandsAtom.set((commands) => new Map(commands).set(command.id, command));
  return () => {
    if (commandsAtom.get().get(command.id) !== command) return;
    commandsAtom.set((commands) => new Map([...commands].filter(([id]) => id !== command.id)));
  };
}

/** Those that are offered now; one that comes while the palette is open is in it. */
export function useCommands(): readonly Command[] {
  return useSelector(commandsAtom, listCommands);
}

/** A page that is being opened may have to be loaded first. */
const OFFERED_WITHIN_MS = 15_000;

/** Runs a command as soon as a page offers it; a page that never does, such as one that was left again, runs nothing. */
export function runOnceOffered(id: string): void {
  const run = (): boolean => {
    const command = commandsAtom.get().get(id);
    if (command === undefined) return false;
    if (command.disabledReason === undefined) command.run?.();
    return true;
  };
  if (run()) return;
  let isOver = false;
  const end = () => {
    isOver = true;
    clearTimeout(timer);
    subscription.unsubscribe();
  };
  const timer = setTimeout(end, OFFERED_WITHIN_MS);
  const subscription = commandsAtom.subscribe(() => {
    // Not during the change itself: the page is still registering. Runs once.
    if (commandsAtom.get().has(id)) queueMicrotask(() => void (!isOver && run() && end()));
  });
}

function listCommands(commands: ReadonlyMap<string, Command>): readonly Command[] {
  return [...commands.values()];
}
