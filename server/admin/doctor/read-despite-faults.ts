import { ConfigError, readConfig, type Config } from '#server/config.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** Variables whose faults are findings, and what is read in their place. */
const EXAMINED: ReadonlyMap<string, string> = new Map([
  ['APP_SECRET', 'stands in for a key that was refused'],
  ['APP_SECRET_PREVIOUS', ''],
  ['AI_PROVIDER_BASE_URL', ''],
  ['EMBED_ORIGINS', ''],
]);

export interface Examined {
  readonly config: Config;
  /** By variable, the line that the service would refuse to start with. */
  readonly faults: ReadonlyMap<string, string>;
}

/**
 * The configuration as far as it can be read, so that one fault does not hide the next.
 * @throws ConfigError for the other variables, as the service does.
 */
export function readDespiteFaults(env: Variables): Examined {
  const faults = new Map<string, string>();
  let variables = env;
  for (;;) {
    try {
      return { config: readConfig(variables), faults };
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      const standIn = EXAMINED.get(error.variable);
      if (standIn === undefined || faults.has(error.variable)) throw error;
      faults.set(error.variable, error.message);
      variables = { ...variables, [error.variable]: standIn };
    }
  }
}
