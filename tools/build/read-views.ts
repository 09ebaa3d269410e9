import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '#tools/setup/run-command.ts';
import type { View } from '#src/panels/view-type.ts';

/** Every view in the order of the navigation, as the dashboard has them: the `view` of each room. */
export async function readViews(root: string = ROOT): Promise<readonly View[]> {
  const views = await Promise.all(
    globSync('src/*/view.ts', { cwd: root }).map(async (file): Promise<View> => {
      const { view }: { readonly view: View } = await import(pathToFileURL(join(root, file)).href);
      return view;
    }),
  );
  return views.toSorted((a, b) => a.order - b.order);
}
