import { expect, test } from '#e2e/support/test.ts';
import { AGENTS } from './actions.ts';
import { LAYOUTS } from './model.ts';
import { play } from './play.ts';
import { runsOf } from './runs.ts';

// Random sequences of keys, typed as hands type and without a pause, against a model of what is meant. KEYS_RUNS and
// KEYS_SEED choose more and other ones: CONTRIBUTING.md, "Running tests".

/** With it so few keys have every kind of action, and each layout has five kinds or more. */
const SEED = 1082;

const runs = runsOf(Number(process.env['KEYS_RUNS'] ?? 1), Number(process.env['KEYS_SEED'] ?? SEED));

for (const layout of LAYOUTS) {
  test.describe(`keys, ${layout}`, { tag: '@alone' }, () => {
    if (layout === 'phone') test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    for (const run of runs.filter((one) => one.layout === layout)) {
      const { pace, throttle, seed, isDelayed, isFailing } = run;
      const how = `${isDelayed ? ', answers delayed' : ''}${isFailing ? ', some failing' : ''}`;
      test(`${layout}: what keys at a ${pace} pace meant is what the service holds (${throttle}x${how}, seed ${seed})`, async ({
        page,
        makeSite,
        clock,
        problems,
      }) => {
        test.setTimeout(600_000);
        await clock.set('2026-11-18T10:00:00Z');
        if (isFailing) problems.allow(/status of (?:409|503)/, /net::ERR_/);
        const outcome = await play(page, await makeSite({ agents: AGENTS }), clock.date(), run);
        const report = `${outcome.wrong.length} of ${outcome.total} wrong\n${outcome.wrong.join('\n')}\nkeys: ${outcome.keys}`;
        expect(outcome.wrong, `seed ${seed}, ${layout}, ${pace}, ${throttle}x: ${report}`).toEqual([]);
      });
    }
  });
}
