import { call } from './call.mjs';

const SIZE = 200;

/** Every ticket, by ranges of ticket numbers: a list by position would miss some when others leave it. */
export async function* everyTicket() {
  for (let first = 1; ; first += SIZE) {
    const { items } = await tickets(first, first + SIZE - 1);
    yield* items;
    if (items.length < SIZE && (await tickets(first + SIZE, null)).total_count === 0) return;
  }
}

/**
 * The tickets with these numbers.
 * @param {number} from
 * @param {number | null} to null for no end
 */
async function tickets(from, to) {
  const filter = JSON.stringify({ all: [{ field: 'ticket_number', op: 'between', value: [from, to] }] });
  const answer = await call(`/tickets?limit=${SIZE}&filter=${encodeURIComponent(filter)}`);
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}
