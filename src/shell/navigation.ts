import { isWholeService, type Provided } from '#src/api/whoami.ts';
import { grants } from '#src/api/write-access.ts';
import type { View } from '#src/panels/view-type.ts';
import { VIEWS } from './views.ts';

export function isCurrent({ owns }: Pick<View, 'owns'>, path: string): boolean {
  return owns.some((start) => path === start || path.startsWith(`${start}/`));
}

/** The parts that this service provides: all, or those that do with the API document. */
export function providedOf<Part extends { readonly isExtension?: true }>(
  parts: readonly Part[],
  whoami: Provided,
): readonly Part[] {
  return isWholeService(whoami) ? parts : parts.filter(({ isExtension }) => isExtension !== true);
}

/** The page at this path, if the service does not provide it. */
export function findUnprovided(
  path: string,
  whoami: Provided,
  views: readonly View[] = VIEWS,
): Pick<View, 'label'> | undefined {
  if (isWholeService(whoami)) return undefined;
  return views
    .filter((view) => isCurrent(view, path))
    .flatMap((view) => [
      view,
      ...(view.places ?? []).filter((place) => place.path === path && place.isVerb === undefined),
    ])
    .find(({ isExtension }) => isExtension === true);
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
