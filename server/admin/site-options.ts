import { StartFailure } from '#server/db/errors.ts';
import type { Site } from '#server/operation/call.ts';
import { UNDEPLOYABLE } from '#server/site/create-site.ts';
import type { Options } from './options.ts';

/** A list of what a site can lack; empty without the option. @throws StartFailure */
export function readFeatures(options: Options, name: 'deploy' | 'undeploy'): Site['undeployed'] {
  if (!options.has(name)) return [];
  const names = options.list(name);
  const features = UNDEPLOYABLE.filter((feature) => names.includes(feature));
  if (names.some((feature) => !features.some((known) => known === feature))) {
    throw new StartFailure(`--${name} must be a list of ${UNDEPLOYABLE.join(', ')}`);
  }
  return features;
}
