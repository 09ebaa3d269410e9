import { writeJson } from '#contract/json.ts';
import { EVENT_TYPES, type EventType } from '#contract/webhook-events.ts';
import { EVENT_SAMPLES, sampleOf } from '#server/webhooks/event-samples.ts';

interface ExampleEvent {
  readonly type: EventType;
  readonly description: string;
  /** JSON as a receiver gets it. */
  readonly body: string;
  /** The part that differs between events. */
  readonly data: string;
}

/** A placeholder site: the documents are the same for every site and time. */
const SHOWN = { siteId: 7n, requestId: 'req_0000000000000000000000', now: new Date('2026-11-20T14:30:00.000Z') };

/** An example of every webhook event. */
export function exampleEvents(): ExampleEvent[] {
  return EVENT_TYPES.map((type) => {
    const sample = sampleOf(type, SHOWN);
    const { request_id: _, ...data } = sample.data;
    return { type, description: EVENT_SAMPLES[type].description, body: writeJson(sample), data: writeJson(data) };
  });
}
