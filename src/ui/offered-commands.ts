import { useEffect, useRef } from 'react';
import { registerCommand, type Command } from '#src/ui/keys/commands.ts';

/** Puts commands into the palette while the component is mounted; each runs its latest function. */
export function useOfferedCommands(commands: readonly Command[]): void {
  const latest = useRef(commands);
  useEffect(() => {
    latest.current = commands;
  });
  // Without functions: a command is registered again when its text changes.
  const shown = JSON.stringify(commands);
  useEffect(() => {
    const ends = latest.current.map((command) =>
      registerCommand(
        command.run === undefined
          ? command
          : { ...command, run: () => latest.current.find(({ id }) => id === command.id)?.run?.() },
      ),
    );
    return () => ends.forEach((end) => end());
  }, [shown]);
}

interface OfferedVerb extends Pick<Command, 'disabledReason'> {
  /** The command of a place in the `view.ts` of its page. */
  readonly id: string;
  readonly run: () => void;
}

/** The same for the verbs of a `view.ts`, which has their words. */
export function useOfferedVerbs(verbs: readonly OfferedVerb[]): void {
  useOfferedCommands(verbs.map((verb) => ({ ...verb, group: 'list', label: '' })));
}
