import { useEffect, useState } from 'react';
import type { Command } from '#src/ui/keys/commands.ts';
import { findCustomers } from './customer-search.tsx';
import { scoreCommand } from './palette-match.ts';
import type { PalettePrefix } from './palette-prefix.ts';
import { findTickets } from './ticket-search.tsx';

interface Found {
  /** The typed text that these were asked for. */
  readonly text: string;
  readonly commands: readonly Command[];
  readonly failed: boolean;
}

const WAIT_MS = 120;
const MAX_FOUND = 16;
const NOTHING: Found = { text: '', commands: [], failed: false };

/**
 * Asks the service once the typing pauses. What was found before stays as long as it fits what is typed, also beside the
 * next answer: nothing that somebody is about to choose goes away. An answer to an older text is dropped.
 */
export function usePaletteSearch(
  text: string,
  prefix: PalettePrefix | null,
  hasTools: boolean,
): { readonly found: readonly Command[]; readonly hasFailed: boolean; readonly isSearching: boolean } {
  const [found, setFound] = useState(NOTHING);
  const wanted = prefix === '>' ? '' : text;
  useEffect(() => {
    if (wanted === '') {
      setFound(NOTHING);
      return;
    }
    const abort = new AbortController();
    const timer = setTimeout(() => {
      void search(wanted, hasTools, abort.signal).then((answer) => {
        if (!abort.signal.aborted) setFound((before) => joined(answer, before));
      });
    }, WAIT_MS);
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [wanted, hasTools]);
  const fitting = found.text === wanted ? found.commands : fittingOf(found, wanted);
  const group = prefix === '#' ? 'tickets' : prefix === '@' ? 'customers' : null;
  return {
    found: group === null ? fitting : fitting.filter((command) => command.group === group),
    hasFailed: found.failed,
    isSearching: wanted !== found.text,
  };
}

function joined(answer: Found, before: Found): Found {
  const known = new Set(answer.commands.map(({ id }) => id));
  const still = fittingOf(before, answer.text).filter(({ id }) => !known.has(id));
  return { ...answer, commands: [...answer.commands, ...still].slice(0, MAX_FOUND) };
}

function fittingOf({ commands }: Found, text: string): readonly Command[] {
  return text === '' ? [] : commands.filter((command) => scoreCommand(command, text) !== null);
}

/** Either answer counts; one that fails does not hide the other. A customer that both have found stands there once. */
async function search(text: string, hasTools: boolean, signal: AbortSignal): Promise<Found> {
  const answers = await Promise.allSettled([
    findCustomers(text, hasTools, signal),
    findTickets(text, hasTools, signal),
  ]);
  const commands = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  return {
    text,
    // The first one of an id.
    commands: [...new Map(commands.toReversed().map((command) => [command.id, command])).values()].toReversed(),
    failed: answers.some((answer) => answer.status === 'rejected'),
  };
}
