type Politeness = 'polite' | 'assertive';
type Listener = (text: string, politeness: Politeness) => void;

let listener: Listener | null = null;

/** Says a sentence to screen readers: `assertive` interrupts and is for errors. */
export function announce(text: string, politeness: Politeness = 'polite'): void {
  listener?.(text, politeness);
}

/** The one pair of live regions in the page registers here. */
export function onAnnounce(next: Listener): () => void {
  listener = next;
  return () => {
    if (listener === next) listener = null;
  };
}
