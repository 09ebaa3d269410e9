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
/** An event is sent again for three days; a person can also send it again by hand within 30. */
const REMEMBERED_SECONDS = 31 * 24 * 3600;

const secrets = (env.WEBHOOK_SECRET ?? '').split(' ').filter((secret) => secret !== '');
if (secrets.length === 0) throw new Error('Set WEBHOOK_SECRET to the secret that was shown when the subscription was made');
const keys = secrets.map((secret) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64'));

/**
 * Ids of the events that were handled, and until when to remember them. A restart forgets them: a program that must handle
 * each event once writes the id to its database, in the transaction that does the work.
 */
const handled = new Map();
/** By id, the events that are being handled. */
const running = new Map();

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

/** What your program does with an event, within 15 seconds. Where it throws, the event is sent again later. */
async function handle(event, id) {
  process.stdout.write(`${id} ${event.type}\n`);
}

/**
 * Handles an event unless it was handled before, and remembers its id afterwards: an id that is remembered first loses the
 * event when the work fails. An event that comes again meanwhile, because its answer was late, shares the first run.
 */
function handleOnce(id, body, nowSeconds) {
  for (const [known, until] of handled) if (until < nowSeconds) handled.delete(known);
  if (handled.has(id)) return Promise.resolve('handled before');
  const first = running.get(id);
  if (first !== undefined) return first.then(() => 'handled before');
  const run = (async () => handle(JSON.parse(body.toString()), id))()
    .then(() => {
      handled.set(id, nowSeconds + REMEMBERED_SECONDS);
      return 'handled';
    })
    .finally(() => running.delete(id));
  running.set(id, run);
  return run;
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
    handleOnce(id, body, nowSeconds).then(
      // A 2xx for a repeated event too: it need not come again.
      (outcome) => response.writeHead(200, { 'Content-Type': 'text/plain' }).end(`${outcome}\n`),
      (error) => {
        process.stderr.write(`${id} failed: ${error}\n`);
        response.writeHead(500, { 'Content-Type': 'text/plain' }).end('failed: send it again\n');
      },
    );
  });
  request.on('error', () => undefined);
});

server.listen(Number(env.PORT ?? 9000), env.HOST ?? '127.0.0.1', () => {
  process.stderr.write(`Listening on port ${server.address().port}\n`);
});
