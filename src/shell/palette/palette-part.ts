import { lazyPart } from '#src/ui/lazy-part.tsx';

/** The palette; `preload` when somebody is about to open it. */
export const PalettePart = lazyPart(async () => (await import('./palette.tsx')).Palette);
