import type { Config } from '@tanstack/router-plugin/vite';

type Split = NonNullable<NonNullable<Config['codeSplittingOptions']>['splitBehavior']>;

/**
 * The routes of the dashboard, for each of its builds.
 * @param splitBehavior how routes are split that do not say it themselves; not at all, where it answers an empty list
 */
export function fileRoutes(splitBehavior: Split): Partial<Config> {
  return {
    target: 'react',
    autoCodeSplitting: true,
    codeSplittingOptions: { splitBehavior },
    routesDirectory: './src/routes',
    generatedRouteTree: './src/app/route-tree.gen.ts',
    quoteStyle: 'single',
  };
}
