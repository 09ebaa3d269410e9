import type { trackEvent as TrackEvent } from '#contract/visitors.ts';
import type { Handler } from '#server/operation/call.ts';
import { trackEventRecord } from './track-event-record.ts';

/** POST track. See docs/api.md, "Events and segments". @throws ApiError bad_field for an event still to come */
export const trackEvent: Handler<typeof TrackEvent> = ({ db, site, body, actor, now }) =>
  db.transaction((db) => trackEventRecord(db, site, body, { actor, now }));
