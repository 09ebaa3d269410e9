import { shellWord } from '#server/openapi/example-call.ts';
import { shell, type Html } from './html.ts';

/**
 * A call with curl, to paste.
 * @param path Such as `/tickets?limit=25`.
 * @param options Each with its value, if it has one.
 */
export function curl(path: string, ...options: readonly (readonly [string, string?])[]): Html {
  const parts = [
    'curl --fail-with-body',
    '--header "Authorization: Bearer $SUPPORT_TOKEN"',
    ...options.map(([name, value]) => (value === undefined ? name : `${name} ${shellWord(value)}`)),
    `"$SUPPORT_URL${path}"`,
  ];
  return shell(parts.join(' \\\n  '));
}
