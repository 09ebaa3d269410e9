import { bindPastHandles } from '#server/customers/bulk-bind/bind-past.ts';
import type { DemoScene } from '#server/demo/plan/demo-scene.ts';
import { inBatches } from '#server/demo/write-silently.ts';

/** The handles that customers wrote from, each bound at its first use. */
export async function seedHandles(scene: DemoScene): Promise<void> {
  const handles = scene.tickets.flatMap(({ planned: { at, binding, person } }) => {
    const { email, phone, name: displayName } = person;
    return binding === null ? [] : [{ at, request: { ...binding, email, phone, displayName } }];
  });
  await inBatches(scene, handles, async (db, batch) => {
    const bindings = batch.map(({ event: { request }, context }) => ({ request, context }));
    await bindPastHandles(db, scene.site, bindings);
  });
}
