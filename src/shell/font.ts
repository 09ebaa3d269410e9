import latin from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import { storage } from '#src/browser/storage.ts';

/** Time for everything that this visit needs itself. */
const AFTER_LOAD_MS = 4_000;

/**
 * Fetches Inter when the page has what it needs, for the next visit: `start.ts` then applies it before the first paint. This
 * visit keeps the font of its system, so that no text moves. Answers what stops it.
 */
export function startFont(): () => void {
  if (document.documentElement.dataset['font'] === 'inter') return () => undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (): void => {
    timer = setTimeout(() => void fetchFont(), AFTER_LOAD_MS);
  };
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
  return () => {
    window.removeEventListener('load', wait);
    clearTimeout(timer);
  };
}

async function fetchFont(): Promise<void> {
  try {
    // A face that is in no set of the document is fetched and never applied.
    await new FontFace('Inter of the next visit', `url(${latin})`).load();
    storage.device.set('font', 'inter');
  } catch {
    // The next visit tries again.
  }
}
