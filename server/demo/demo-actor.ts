import { outsideActor } from '#server/audit/outside-actor.ts';

/** Who stands in the audit log for demo data. */
export const DEMO_ACTOR = outsideActor('system', 'Demo data');
