import { createAtom, useSelector } from '@tanstack/react-store';
import { sessionAtom } from '#src/session/session-store.ts';
import type { Command } from '#src/ui/keys/commands.ts';

const MAX_RECENT = 5;
// In memory: subjects of tickets are not for the browser's storage.
const recent = createAtom<readonly Command[]>([]);
let isFollowing = false;

export function useRecentCommands(): readonly Command[] {
  return useSelector(recent);
}

export function addRecentCommand(command: Command): void {
  forgetAfterSignOut();
  recent.set((before) => [command, ...before.filter(({ id }) => id !== command.id)].slice(0, MAX_RECENT));
}

/** Its object is gone. */
export function dropRecentCommand(id: string): void {
  recent.set((before) => before.filter((command) => command.id !== id));
}

/** From the first one on: the next person begins with none. */
function forgetAfterSignOut(): void {
  if (isFollowing) return;
  isFollowing = true;
  sessionAtom.subscribe(({ phase }) => {
    if (phase === 'out') recent.set([]);
  });
}
