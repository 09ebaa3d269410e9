const SIGNS = ['pointermove', 'pointerdown', 'keydown'] as const;

/** Runs once at the first sign of a person at this page: a pointer that moves, a touch, a key. Answers what stops it. */
export function onFirstInput(run: () => void): () => void {
  const stop = (): void => {
    for (const name of SIGNS) removeEventListener(name, first, true);
  };
  const first = (): void => {
    stop();
    run();
  };
  for (const name of SIGNS) addEventListener(name, first, { capture: true, passive: true });
  return stop;
}
