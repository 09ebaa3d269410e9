import { useEffect, useState } from 'react';
import { listPaletteSources, type Command } from '#src/ui/commands.ts';

export interface Found {
  /** What was typed when these were asked for. */
  readonly text: string;
  readonly commands: readonly Command[];
  readonly failed: boolean;
}

const WAIT_MS = 120;
const NOTHING: Found = { text: '', commands: [], failed: false };

/**
 * Asks the registered sources once the typing pauses. What was found before stays until the next answer; an answer
 * to an older text is dropped.
 */
export function usePaletteSearch(text: string, prefix: '#' | '>' | null): { readonly found: Found; readonly searching: boolean } {
  const [found, setFound] = useState(NOTHING);
  const wanted = prefix === '>' ? '' : text;
  useEffect(() => {
    if (wanted === '') {
      setFound(NOTHING);
      return;
    }
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      const sources = listPaletteSources().filter((source) => prefix === null || source.prefix === prefix);
      const answers = await Promise.allSettled(sources.map((source) => source.search(wanted, abort.signal)));
      if (abort.signal.aborted) return;
      setFound({
        text: wanted,
        commands: answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : [])),
        failed: answers.some((answer) => answer.status === 'rejected'),
      });
    }, WAIT_MS);
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [wanted, prefix]);
  return { found, searching: wanted !== found.text };
}
