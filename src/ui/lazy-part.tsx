import { lazy, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { messages } from './messages.ts';

/**
 * A part that is fetched when it is first drawn, or before by `Part.preload()` when it is about to be needed:
 * `const Part = lazyPart(async () => (await import('#src/shell/palette/palette.tsx')).Palette)`. Once its code is there it
 * is drawn with what is around it, so that a key that opens it leaves nothing for later. Where it cannot be fetched, the
 * page around it stands, and the part says so in its place, or is done without.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  instead: () => ReactNode = MissingPart,
) {
  let loaded: ComponentType<Props> | null = null;
  const fetchPart = async (): Promise<ComponentType<Props>> => (loaded = await load());
  const Later = lazy<ComponentType<Props>>(async () => {
    try {
      return { default: await fetchPart() };
    } catch {
      return { default: instead };
    }
  });
  function Part(props: Props) {
    // For the life of this drawing: another component in its place would begin anew.
    const [Drawn] = useState<ComponentType<Props>>(() => loaded ?? Later);
    return <Drawn {...props} />;
  }
  return Object.assign(Part, {
    preload: () => preloadCode(fetchPart),
    fetchPart,
    isThere: () => loaded !== null,
  });
}

/** Fetches code that is needed soon; without a connection it is fetched again by whatever needs it. */
export function preloadCode(load: () => Promise<unknown>): void {
  load().catch(() => undefined);
}

type Fetched = Pick<ReturnType<typeof lazyPart>, 'isThere'> & { readonly fetchPart: () => Promise<unknown> };

const FETCH_AGAIN_MS = 3_000;

/**
 * Fetches a part from `isWanted` on, until it is there, and answers whether it is: keys that open it count from then on,
 * also where the connection was gone just then.
 */
export function usePart(part: Fetched, isWanted: boolean): boolean {
  const [isThere, setIsThere] = useState(part.isThere);
  useEffect(() => {
    if (!isWanted || isThere) return undefined;
    let isOver = false;
    const fetchPart = (): void => {
      if (isOver) return;
      part.fetchPart().then(
        () => setIsThere(true),
        () => void setTimeout(fetchPart, FETCH_AGAIN_MS),
      );
    };
    fetchPart();
    return () => {
      isOver = true;
    };
  }, [part, isWanted, isThere]);
  return isThere;
}

function MissingPart() {
  return (
    <p role="alert" className="px-2 py-1.5 text-12 text-danger-text">
      {messages.partMissing}{' '}
      <button
        type="button"
        className="hit relative min-h-6 font-medium text-accent-text hover:underline"
        onClick={() => location.reload()}
      >
        {messages.reload}
      </button>
    </p>
  );
}
