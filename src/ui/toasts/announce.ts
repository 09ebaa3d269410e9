type Politeness = 'polite' | 'assertive';
type Listener = (text: string, politeness: Politeness) => void;

let listener: Listener | null = null;
/** The newest sentence of each kind that was said before there was a region to say it in. */
const unsaid = new Map<Politeness, string>();

/** Says a sentence to screen readers: `assertive` interrupts and is for errors. It waits for the live regions. */
export function announce(text: string, politeness: Politeness = 'polite'): void {
  if (listener === null) unsaid.set(politeness, text);
  else listener(text, politeness);
}

/** The one pair of live regions in the page registers here, and hears what was said before it came. */
export function onAnnounce(next: Listener): () => void {
  listener = next;
  for (const [politeness, text] of unsaid) next(text, politeness);
  unsaid.clear();
  return () => {
    if (listener === next) listener = null;
  };
}
