import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Fixture } from '#server/testing/row-example.ts';
import { makeFixture } from '#server/testing/row-examples.ts';
import { startTestService, type TestService } from '#server/testing/service.ts';

// Runs the examples of the documentation against a running service, parsed as a shell would do.

const BASE = 'http://127.0.0.1:8080';
let service: TestService;
let own: Fixture;
let address: string;

beforeAll(async () => {
  service = await startTestService({ config: { publicUrl: BASE } });
  own = await makeFixture(service, 'Docs');
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  const found = service.app.server.address();
  address = `http://127.0.0.1:${typeof found === 'object' && found !== null ? found.port : 0}`;
});
afterAll(() => service.close());

/** The curl commands in fenced blocks, with continued lines joined and without pipes to other commands. */
function readCalls(file: string): string[] {
  const text = readFileSync(path.join(import.meta.dirname, '../..', file), 'utf8');
  const blocks = [...text.matchAll(/^```\w*\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);
  return blocks
    .flatMap((block) => block.replaceAll(/\\\n\s*/g, '').split('\n'))
    .filter((line) => /^curl\s/.test(line))
    .map((line) => line.split(/\s*\|/, 1)[0] ?? line);
}

/** Splits a command into words, with both kinds of quotes and with variables. */
function readWords(line: string, variables: Readonly<Record<string, string>>): string[] {
  const words: string[] = [];
  const fill = (text: string) =>
    text.replace(/\$(\w+)/g, (_all, name: string) => variables[name] ?? expect.fail(`$${name} is unknown`));
  for (const [word] of line.matchAll(/(?:'[^']*'|"[^"]*"|\\'|[^\s'"\\])+/g)) {
    words.push(
      [...word.matchAll(/'([^']*)'|"([^"]*)"|\\(')|([^'"\\]+)/g)]
        .map(([, single, double, quote, bare]) => single ?? quote ?? fill(double ?? bare ?? ''))
        .join(''),
    );
  }
  return words;
}

async function run(line: string): Promise<{ status: number; text: string }> {
  const variables = {
    TOKEN: own.token,
    TICKET_ID: own.ticketId.toString(),
    TOKEN_ID: (await own.otherToken()).toString(),
  };
  const [, ...words] = readWords(line, variables);
  const headers: Record<string, string> = {};
  let method = 'GET';
  let body: string | null = null;
  let url = '';
  while (words.length > 0) {
    const word = words.shift() ?? '';
    if (word === '-X') method = words.shift() ?? '';
    else if (word === '-H') {
      const [name = '', ...value] = (words.shift() ?? '').split(':');
      headers[name] = value.join(':').trim();
    } else if (word === '-d') body = words.shift() ?? '';
    else if (word === '-sf') continue;
    else if (word.startsWith('-')) expect.fail(`${word} is no option that this test knows`);
    else url = word;
  }
  expect(url).toMatch(new RegExp(`^${BASE}/`));
  const request = body === null ? { method, headers } : { method, headers, body };
  const answer = await fetch(url.replace(BASE, address), request);
  return { status: answer.status, text: await answer.text() };
}

const CALLS = ['docs/api.md', 'README.md', 'docs/operating.md'].flatMap((file) =>
  readCalls(file).map((line) => ({ file, line })),
);

test('the documentation of the API has examples', () => {
  expect(CALLS.filter(({ file }) => file === 'docs/api.md').length).toBeGreaterThan(8);
});

test.each(CALLS)('$file: $line', async ({ line }) => {
  const { status, text } = await run(line);
  expect(status, text).toBeGreaterThanOrEqual(200);
  expect(status, text).toBeLessThan(300);
});
