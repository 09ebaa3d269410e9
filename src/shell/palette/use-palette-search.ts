import { useEffect, useState } from 'react';
import { listPaletteSources, type Command, type PalettePrefix } from '#src/ui/keys/commands.ts';

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
export function usePaletteSearch(
  text: string,
  prefix: PalettePrefix | null,
): { readonly found: Found; readonly searching: boolean } {
  const [found, setFound] = useState(NOTHING);
  const wanted = prefix === '>' ? '' : text;
  useEffect(() => {
    if (wanted === '') {
      setFound(NOTHING);
      return;
    }
    const abort = new AbortController();
    const timer = setTimeout(() => {
      void askSources(wanted, prefix, abort.signal).then((answer) => {
        if (!abort.signal.aborted) setFound(answer);
      });
    }, WAIT_MS);
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [wanted, prefix]);
  return { found, searching: wanted !== found.text };
}

/** Every source that has an answer counts; one that fails does not hide the others. */
async function askSources(text: string, prefix: PalettePrefix | null, signal: AbortSignal): Promise<Found> {
  const sources = listPaletteSources().filter((source) => prefix === null || source.prefix === prefix);
  const answers = await Promise.allSettled(sources.map((source) => source.search(text, signal)));
  return {
    text,
    commands: answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : [])),
    failed: answers.some((answer) => answer.status === 'rejected'),
  };
}
