/** Fetches what the frame needs right after its first paint: one file, in the cache from the second call on. */
export const loadAfterPaint = async () => (await import('./after-paint.ts')).afterPaint;
