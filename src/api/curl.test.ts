import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { curlOf } from './curl.ts';

/** Arguments as a real shell hands them to curl. */
function run(line: string): readonly string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${line}`;
  const env = { SUPPORT_TOKEN: 'sck_mine', PATH: '' };
  return execFileSync('/bin/sh', ['-c', script], { env, encoding: 'utf8' }).split('\0').slice(0, -1);
}

test('a read is an address and the token of the shell', () => {
  const call = { method: 'GET', url: '/v1/api.ashx?resource=tickets&q=it%27s', body: null, idempotencyKey: null };
  const line = curlOf(call, 'https://desk.example');
  expect(line).toContain('$SUPPORT_TOKEN');
  expect(run(line)).toEqual([
    'https://desk.example/v1/api.ashx?resource=tickets&q=it%27s',
    '-H',
    'Authorization: Bearer sck_mine',
  ]);
});

test.each([
  ['quotes', `{"subject":"it's \\"so\\" 'far'"}`],
  ['what a shell would run', '{"subject":"$(touch /tmp/x) `id` $HOME \\\\ !! ; & | > *"}'],
  ['other alphabets', '{"subject":"שלום 🚲 é"}'],
])('a body with %s arrives as it was sent', (_name, body) => {
  const call = { method: 'POST', url: 'https://api.example/v1/api.ashx?resource=tickets', body, idempotencyKey: "k'1" };
  const args = run(curlOf(call, 'https://desk.example'));
  expect(args.slice(0, 3)).toEqual(['-X', 'POST', 'https://api.example/v1/api.ashx?resource=tickets']);
  expect(args.slice(-4)).toEqual(['-H', "Idempotency-Key: k'1", '--data-raw', body]);
  expect(args).toContain('Content-Type: application/json');
});
