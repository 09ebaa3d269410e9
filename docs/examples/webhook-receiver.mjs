// A receiver of webhooks in plain Node 20 or newer, without dependencies. Run it with the secret of the subscription:
//
//   WEBHOOK_SECRET=whsec_... PORT=9000 node webhook-receiver.mjs
//
// While a secret is being changed, give both, separated by a blank: either may then sign.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { env } from 'node:process';

const TOLERANCE_SECONDS = 5 * 60;
const MAX_BYTES = 65_536;

const secrets = (env.WEBHOOK_SECRET ?? '').split(' ').filter((secret) => secret !== '');
if (secrets.length === 0) throw new Error('Set WEBHOOK_SECRET to the secret that was shown when the subscription was made');
const keys = secrets.map((secret) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64'));

/** Ids that were handled, and until when to remember them: older messages are refused by their time. */
const handled = new Map();

/** Why a message is not to be trusted, or null. The body must be the very bytes that came in, not JSON written anew. */
function findFault(headers, body, nowSeconds) {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  const signatures = headers['webhook-signature'];
  if (!id || !timestamp || !signatures) return 'a header is missing';
  if (!/^[0-9]{1,12}$/.test(timestamp)) return 'the timestamp is none';
  if (Math.abs(nowSeconds - Number(timestamp)) > TOLERANCE_SECONDS) return 'it is too old, or from the future';
  const given = signatures.split(' ').map((signature) => Buffer.from(signature));
  for (const key of keys) {
    const digest = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
    const expected = Buffer.from(`v1,${digest}`);
    // In constant time: how long it takes must not tell how much of a forgery is right.
    if (given.some((one) => one.length === expected.length && timingSafeEqual(one, expected))) return null;
  }
  return 'no signature is right';
}

/** The same message may come twice: its first answer got lost, or somebody recorded it and sends it again. */
function isRepeated(id, nowSeconds) {
  for (const [known, until] of handled) if (until < nowSeconds) handled.delete(known);
  if (handled.has(id)) return true;
  handled.set(id, nowSeconds + 2 * TOLERANCE_SECONDS);
  return false;
}

/** What your program does with an event. Answer first and work afterwards where it takes long: there are 15 seconds. */
function handle(event, id) {
  process.stdout.write(`${id} ${event.type}\n`);
}

const server = createServer((request, response) => {
  const chunks = [];
  let length = 0;
  request.on('data', (chunk) => {
    length += chunk.length;
    if (length > MAX_BYTES) request.destroy();
    else chunks.push(chunk);
  });
  request.on('end', () => {
    const body = Buffer.concat(chunks);
    const nowSeconds = Math.floor(Date.now() / 1000);
    const fault = request.method === 'POST' ? findFault(request.headers, body, nowSeconds) : 'it is no POST';
    if (fault !== null) {
      response.writeHead(400, { 'Content-Type': 'text/plain' }).end(`refused: ${fault}\n`);
      return;
    }
    const id = request.headers['webhook-id'];
    if (isRepeated(id, nowSeconds)) {
      // A 2xx all the same: it was taken, and need not come again.
      response.writeHead(200, { 'Content-Type': 'text/plain' }).end('taken before\n');
      return;
    }
    handle(JSON.parse(body.toString()), id);
    response.writeHead(204).end();
  });
  request.on('error', () => undefined);
});

server.listen(Number(env.PORT ?? 9000), env.HOST ?? '127.0.0.1', () => {
  process.stderr.write(`Listening on port ${server.address().port}\n`);
});
