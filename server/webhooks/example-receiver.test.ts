import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startCommand, startProgram, type Program } from '#server/testing/run-program.ts';
import { startWebhookSite, type WebhookSite } from '#server/testing/webhook-site.ts';
import { signDelivery } from './send-delivery.ts';

const EXAMPLE = 'docs/examples/webhook-receiver.mjs';
/** The environment that the other languages need: where they are installed, and their build caches. */
const TOOLS = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? tmpdir() };
const isThere = (command: string, argument: string) => spawnSync(command, [argument], { env: TOOLS }).status === 0;
const LANGUAGES = [
  { language: 'Node', ending: 'mjs', isInstalled: true },
  { language: 'Python', ending: 'py', isInstalled: isThere('python3', '--version') },
  { language: 'Go', ending: 'go', isInstalled: isThere('go', 'version') },
] as const;

let home: WebhookSite;
let program: Program | undefined;
let folder: string | undefined;

beforeEach(async () => {
  // The example uses the real clock, so the service has to as well.
  home = await startWebhookSite({ now: new Date().toISOString() });
});

afterEach(async () => {
  program?.child.kill();
  await program?.ended;
  if (folder !== undefined) await rm(folder, { recursive: true });
  folder = undefined;
  await home.close();
});

/** Runs the example with these secrets; returns its URL. */
async function run(secrets: readonly string[], file = EXAMPLE): Promise<string> {
  const variables = { WEBHOOK_SECRET: secrets.join(' '), PORT: '0' };
  if (file.endsWith('.py')) program = startCommand('python3', [file], { ...TOOLS, ...variables });
  else if (file.endsWith('.go')) program = startCommand(await compile(file), [], variables);
  else program = startProgram(file, [], variables);
  const [, port] = await program.untilStderr(/port (\d+)/);
  return `http://127.0.0.1:${port}/`;
}

/** Compiles a Go file: `go run` would leave a child process behind. */
async function compile(file: string): Promise<string> {
  folder = await mkdtemp(path.join(tmpdir(), 'support-console-example-'));
  const binary = path.join(folder, 'receiver');
  const { status, stderr } = spawnSync('go', ['build', '-o', binary, file], { env: TOOLS, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return binary;
}

/** The IDs and types of handled events, in order. */
async function handled(): Promise<string[]> {
  program?.child.kill();
  const { stdout } = (await program?.ended) ?? { stdout: '' };
  return stdout.split('\n').filter((line) => line !== '');
}

async function post(url: string, headers: Record<string, string>, body: string): Promise<string> {
  const answer = await fetch(url, { method: 'POST', headers, body });
  return `${answer.status} ${(await answer.text()).trim()}`.trim();
}

describe.each(LANGUAGES)('in $language', ({ ending, isInstalled }) => {
  const file = EXAMPLE.replace('mjs', ending);
  test.runIf(isInstalled)('SET-10: the example accepts real deliveries once, also after a rotation', async () => {
    const { id, secret: old } = await home.subscribe({ events: ['ticket.created'] });
    const { json } = await home.call('PATCH', 'webhook_subscriptions', { id, rotate_secret: true });
    const url = await run([json.data.secret, old], file);
    await home.call('PATCH', 'webhook_subscriptions', { id, url });
    await home.createTicket();
    await home.runDue();
    const [first] = await home.deliveries();
    expect(first).toMatchObject({ state: 'succeeded', last_http_status: 200 });
    await home.call('POST', 'webhook_deliveries', { action: 'replay', id: first.id });
    await home.runDue();
    const [again] = await home.deliveries();
    expect(again).toMatchObject({ state: 'succeeded', last_http_status: 200, message_id: first.message_id });
    expect(await handled()).toEqual([`${first.message_id} ticket.created`]);
  });

  test.runIf(isInstalled)(
    'SET-10: the example refuses forged, altered, old and future deliveries without handling them',
    async () => {
      const { secret } = await home.subscribe();
      const url = await run([secret], file);
      const body = '{"type":"ticket.created"}';
      const message = { messageId: 'msg_aaaaaaaaaaaaaaaaaaaaaaaaaa', body };
      const signed = (seconds: number) => signDelivery(message, [secret], new Date(Date.now() + seconds * 1_000));
      const other = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
      const forged = signDelivery(message, [other], new Date());
      const unsigned = createHmac('sha256', '').update(body).digest('base64');
      for (const [headers, text, reason] of [
        [forged, body, 'no signature is right'],
        [signed(0), `${body} `, 'no signature is right'],
        [{ ...signed(0), 'webhook-id': 'msg_b' }, body, 'no signature is right'],
        [{ ...signed(0), 'webhook-timestamp': signed(-60)['webhook-timestamp'] }, body, 'no signature is right'],
        [{ ...signed(0), 'webhook-signature': `v1,${unsigned}` }, body, 'no signature is right'],
        [{ ...signed(0), 'webhook-signature': 'v1,' }, body, 'no signature is right'],
        [signed(-310), body, 'it is too old, or from the future'],
        [signed(310), body, 'it is too old, or from the future'],
        [{ ...signed(0), 'webhook-timestamp': 'now' }, body, 'the timestamp is none'],
        [{}, body, 'a header is missing'],
      ] as const) {
        expect(await post(url, headers, text)).toBe(`400 refused: ${reason}`);
      }
      const headers = signed(-290);
      expect(await post(url, headers, body)).toBe('200 handled');
      expect(await post(url, headers, body)).toBe('200 handled before');
      expect(await handled()).toEqual(['msg_aaaaaaaaaaaaaaaaaaaaaaaaaa ticket.created']);
    },
  );
});

/** The example with its `handle` replaced, as users replace it. */
async function withHandler(handler: string): Promise<string> {
  const text = await readFile(EXAMPLE, 'utf8');
  const begin = text.indexOf('async function handle(');
  const end = text.indexOf('\n}\n', begin) + 3;
  if (begin === -1) throw new Error('the example has no handler');
  folder = await mkdtemp(path.join(tmpdir(), 'support-console-example-'));
  const file = path.join(folder, 'receiver.mjs');
  await writeFile(file, text.slice(0, begin) + handler + text.slice(end));
  return file;
}

test('an event whose handling fails is handled when sent again', async () => {
  const { id, secret } = await home.subscribe({ events: ['ticket.created'] });
  const handler = `
    let tries = 0;
    async function handle(event, id) {
      tries += 1;
      if (tries === 1) throw new Error('the database is away');
      process.stdout.write(\`\${id} \${event.type}\\n\`);
    }`;
  const url = await run([secret], await withHandler(handler));
  await home.call('PATCH', 'webhook_subscriptions', { id, url });
  await home.createTicket();
  await home.runDue();
  const [failed] = await home.deliveries();
  expect(failed).toMatchObject({ state: 'pending', last_http_status: 500 });
  home.service.clock.advance(10_000);
  await home.runDue();
  expect((await home.deliveries())[0]).toMatchObject({ state: 'succeeded', last_http_status: 200 });
  expect(await handled()).toEqual([`${failed.message_id} ticket.created`]);
});

test('an event that is repeated while being handled is handled once', async () => {
  const { secret } = await home.subscribe();
  const handler = `
    const arrived = new Promise((resolve) => {
      let bodies = 0;
      const count = () => (bodies += 1) === 2 && resolve();
      queueMicrotask(() => server.on('request', (request) => request.on('end', count)));
    });
    async function handle(event, id) {
      process.stdout.write(\`\${id} \${event.type}\\n\`);
      await arrived;
    }`;
  const url = await run([secret], await withHandler(handler));
  const body = '{"type":"ticket.created"}';
  const message = { messageId: 'msg_aaaaaaaaaaaaaaaaaaaaaaaaaa', body };
  const headers = signDelivery(message, [secret], new Date());
  const answers = await Promise.all([post(url, headers, body), post(url, headers, body)]);
  expect(answers.toSorted()).toEqual(['200 handled', '200 handled before']);
  expect(await handled()).toEqual([`${message.messageId} ticket.created`]);
});

test('the example reports missing settings', async () => {
  program = startProgram(EXAMPLE, [], {});
  const { code, stderr } = await program.ended;
  expect(code).toBe(1);
  expect(stderr).toContain('Set WEBHOOK_SECRET');
});
