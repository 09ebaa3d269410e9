import { createAtom, useSelector } from '@tanstack/react-store';
import type { Command } from '#src/ui/keys/commands.ts';

const MAX_RECENT = 5;
// In memory: subjects of tickets are not for the browser's storage.
const recent = createAtom<readonly Command[]>([]);

export function useRecentCommands(): readonly Command[] {
  return useSelector(recent);
}

export function addRecentCommand(command: Command): void {
  recent.set((before) => [command, ...before.filter(({ id }) => id !== command.id)].slice(0, MAX_RECENT));
}

/** After a sign-out. */
export function forgetRecentCommands(): void {
  recent.set([]);
}
