import type { trackEvent as TrackEvent } from '#contract/visitors.ts';
import type { Handler } from '#server/http/call.ts';
import { trackEventRecord } from './track-event-record.ts';

/** POST track. Source: reference.md, track; shapes.md, track. @throws ApiError bad_field for an event still to come */
export const trackEvent: Handler<typeof TrackEvent> = ({ db, site, body, actor, now }) =>
  db.transaction((db) => trackEventRecord(db, site, body, { actor, now }));
