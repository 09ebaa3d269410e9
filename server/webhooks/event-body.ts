import { writeJson } from '#contract/json.ts';
import type { EventType } from '#contract/webhook-events.ts';

/** The maximum that Standard Webhooks recommends. */
const MAX_BYTES = 20_000;

type Fields = Readonly<Record<string, unknown>>;

export interface EventBody {
  readonly type: EventType;
  /** ISO 8601, in UTC. */
  readonly timestamp: string;
  readonly siteId: bigint;
  readonly data: Fields;
  /** Merged into `data`; null if the subscription does not include personal data. */
  readonly pii: Fields | null;
  readonly requestId: string | null;
  readonly isTest?: boolean;
}

/**
 * Writes the body that is stored, signed and sent: at most 20,000 bytes of JSON, with all digits of IDs. Halves the
 * longest texts from people until it fits and sets `data.truncated`. See docs/api.md, "What is sent".
 */
export function writeEventBody(event: EventBody): string {
  const pii: Record<string, unknown> = { ...event.pii };
  let body = write(event, pii, false);
  while (Buffer.byteLength(body) > MAX_BYTES) {
    const longest = longestText(pii);
    if (longest === null) return writeSmallest(event);
    const characters = [...longest.text];
    pii[longest.name] = characters.slice(0, Math.floor(characters.length / 2)).join('');
    body = write(event, pii, true);
  }
  return body;
}

function write(event: EventBody, pii: Fields, isTruncated: boolean): string {
  const { type, timestamp, siteId, requestId } = event;
  const truncated = isTruncated ? { truncated: true } : {};
  return writeJson({
    type,
    timestamp,
    site_id: siteId,
    api_version: 'v1',
    ...(event.isTest === true ? { test: true } : {}),
    data: { ...event.data, ...pii, ...truncated, request_id: requestId },
  });
}

/** No text is left to cut: keep only the ID. */
function writeSmallest(event: EventBody): string {
  const { id } = event.data;
  return write({ ...event, data: id === undefined ? {} : { id } }, {}, true);
}

function longestText(pii: Fields): { readonly name: string; readonly text: string } | null {
  let longest: { readonly name: string; readonly text: string } | null = null;
  for (const [name, text] of Object.entries(pii)) {
    if (typeof text !== 'string' || text.length <= (longest?.text.length ?? 1)) continue;
    longest = { name, text };
  }
  return longest;
}
