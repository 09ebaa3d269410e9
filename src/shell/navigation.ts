import { hasExtension, type Provided } from '#src/api/whoami.ts';
import { grants } from '#src/api/write-access.ts';
import type { View } from '#src/panels/view-type.ts';
import { VIEWS } from './views.ts';

export function isCurrent({ owns }: Pick<View, 'owns'>, path: string): boolean {
  return owns.some((start) => path === start || path.startsWith(`${start}/`));
}

function isProvided({ extension }: { readonly extension?: View['extension'] | undefined }, whoami: Provided): boolean {
  return extension === undefined || hasExtension(whoami, extension);
}

/** Leaves out what needs an extension that this service does not have. */
export function providedOf<Part extends { readonly extension?: View['extension'] | undefined }>(
  parts: readonly Part[],
  whoami: Provided,
): readonly Part[] {
  return parts.filter((part) => isProvided(part, whoami));
}

/** The page at this path, where it needs an extension that this service does not have. */
export function findUnprovided(
  path: string,
  whoami: Provided,
  views: readonly View[] = VIEWS,
): Pick<View, 'label' | 'extension'> | undefined {
  return views
    .filter((view) => isCurrent(view, path))
    .flatMap((view) => [
      view,
      ...(view.places ?? []).filter((place) => place.path === path && place.isVerb === undefined),
    ])
    .find((page) => !isProvided(page, whoami));
}

/** The path that `/` and sign-in lead to. */
export function startPath(whoami: Provided): string {
  const start = providedOf(VIEWS, whoami).find(
    ({ startFor }) => startFor === 'any' || (startFor !== undefined && grants(whoami.scopes, startFor)),
  );
  if (start === undefined) throw new Error('start');
  return start.path;
}

const NAV =
  'hit relative flex min-h-control w-full items-center gap-2 rounded-control text-start font-medium no-underline';

/** The classes of a line of the navigation. @param isRail icons alone, on a narrow sidebar */
export function navClass(isCurrentPage: boolean, isRail: boolean): string {
  return `${NAV} ${isRail ? 'justify-center' : 'px-2'} ${isCurrentPage ? 'bg-active text-ink' : 'text-ink-2 hover:bg-hover'}`;
}
