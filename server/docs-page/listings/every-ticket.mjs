import { call } from './call.mjs';

/** All tickets that exist now: those created meanwhile would move the pages. */
export async function* everyTicket() {
  const until = new Date().toISOString();
  for (let skip = 0; ;) {
    const answer = await call(`/tickets?created_to=${until}&limit=200&skip=${skip}`);
    if (!answer.ok) throw new Error(await answer.text());
    const { items, total_count: total } = await answer.json();
    yield* items;
    skip += items.length;
    if (items.length === 0 || skip >= total) return;
  }
}
