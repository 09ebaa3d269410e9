import { expect, test } from 'vitest';
import type { Comment, TicketDetail } from '#contract/tickets.ts';
import { earlierCount, withEarlier } from './ticket-query.ts';

/** A ticket with these comments by their ids, and how many it has in all. */
function ticket(ids: readonly number[], total?: number): TicketDetail {
  const comments = ids.map((id) => ({ id: BigInt(id) }) as Comment);
  return { comments, ...(total === undefined ? {} : { comment_count: total }) } as TicketDetail;
}
const idsOf = ({ comments = [] }: TicketDetail) => comments.map(({ id }) => Number(id));

test('earlier comments that were loaded stay before the newest ones', () => {
  expect(idsOf(withEarlier(ticket([1, 2, 3, 4]), ticket([3, 4, 5], 5)))).toEqual([1, 2, 3, 4, 5]);
  // So many came that it is unknown what is between: what is older is asked for again.
  expect(idsOf(withEarlier(ticket([1, 2, 3]), ticket([7, 8, 9], 9)))).toEqual([7, 8, 9]);
  expect(idsOf(withEarlier(undefined, ticket([1], 1)))).toEqual([1]);
  expect(idsOf(withEarlier(ticket([]), ticket([1], 1)))).toEqual([1]);
  expect(idsOf(withEarlier(ticket([1]), ticket([], 0)))).toEqual([]);
});

test('what is not loaded is known where the service counts its comments', () => {
  expect(earlierCount(ticket([4, 5], 5))).toBe(3);
  expect(earlierCount(ticket([4, 5], 2))).toBe(0);
  expect(earlierCount(ticket([4, 5]))).toBe(0);
});
