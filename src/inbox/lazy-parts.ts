import { lazyPart } from '#src/ui/lazy-part.tsx';

const load = async () => (await import('./after-paint.ts')).afterPaint;

// The parts of the one file that comes after the first paint. Whatever comes later still is lazy where it is used.
export const EmptyList = lazyPart(async () => (await load()).EmptyList);
export const FailedList = lazyPart(async () => (await load()).FailedList);
export const FolderFigures = lazyPart(
  async () => (await load()).FolderFigures,
  () => null,
);
export const FolderMenu = lazyPart(async () => (await load()).FolderMenu);
export const NewTickets = lazyPart(async () => (await load()).NewTickets);
export const RefreshStrip = lazyPart(async () => (await load()).RefreshStrip);
export const SaveViewButton = lazyPart(async () => (await load()).SaveViewButton);
export const SidebarViews = lazyPart(async () => (await load()).SidebarViews);
export const Splitter = lazyPart(async () => (await load()).Splitter);
export const TableGrid = lazyPart(async () => (await load()).TableGrid);
export const Verbs = lazyPart(async () => (await load()).Verbs);
