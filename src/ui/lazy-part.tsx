import { lazy, type ComponentType, type ReactNode } from 'react';
import { messages } from './messages.ts';

/**
 * A part that is fetched when it is first drawn, or before by `Part.preload()` when somebody is about to need it:
 * `const Part = lazyPart(async () => (await import('#src/shell/palette/palette.tsx')).Palette)`. Where it cannot be
 * fetched, the page around it stands, and the part says so in its place, or is done without.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  instead: () => ReactNode = MissingPart,
) {
  const Part = lazy<ComponentType<Props>>(async () => {
    try {
      return { default: await load() };
    } catch {
      return { default: instead };
    }
  });
  return Object.assign(Part, { preload: () => preloadCode(load) });
}

/** Fetches code that is needed soon; without a connection it is fetched again by whatever needs it. */
export function preloadCode(load: () => Promise<unknown>): void {
  load().catch(() => undefined);
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
