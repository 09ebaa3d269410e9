import { shellWord } from '#server/openapi/example-call.ts';
import { shell, type Html } from './html.ts';

/**
 * A call with curl, to paste.
 * @param options Each with its value, if it has one.
 */
export function curl(url: string, ...options: readonly (readonly [string, string?])[]): Html {
  const parts = [
    'curl --fail-with-body',
    '--header "Authorization: Bearer $SUPPORT_TOKEN"',
    ...options.map(([name, value]) => (value === undefined ? name : `${name} ${shellWord(value)}`)),
    shellWord(url),
  ];
  return shell(parts.join(' \\\n  '));
}
