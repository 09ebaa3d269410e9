import * as z from 'zod/mini';

/** A Wednesday in working hours, in the middle of a month: nothing ends or begins within the minutes of a test. */
const ORDINARY = '2026-11-18T10:00:00.000Z';

/**
 * The instant at which every test begins, for the service and for the browser, whatever day the machine has.
 * `TEST_NOW` names another one, such as `2028-02-29T12:00:00Z`.
 */
export function startInstant(): Date {
  const named = process.env['TEST_NOW'];
  return new Date(named === undefined || named === '' ? ORDINARY : z.iso.datetime().parse(named));
}
