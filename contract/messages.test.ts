import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import { OPERATIONS } from './operations.ts';

/** zod's message where a check has none of its own. */
const NO_WORDS = 'Invalid input';
const WRONG = [Symbol('no JSON'), true, 1.5, -1, 'x\0', '', {}, [], [1.5], [{}]];

const bodies = Object.values(OPERATIONS).flatMap(({ name, body }) => (body === null ? [] : [{ name, body }]));

// Objects and lists come from programs, never from a form.
test.each(bodies)('$name says in words of its own what is wrong with a field', ({ body }) => {
  const issues = Object.keys(body.shape).flatMap((field) =>
    WRONG.flatMap((value) => {
      const found = z.safeParse(body, { [field]: value }).error?.issues ?? [];
      return found.filter(({ path }) => path[0] === field);
    }),
  );
  expect(issues.length > 0).toBe(Object.keys(body.shape).length > 0);
  const silent = issues.filter(
    (issue) =>
      issue.message === NO_WORDS &&
      !(issue.code === 'invalid_type' && (issue.expected === 'object' || issue.expected === 'record')),
  );
  expect(silent.map(({ path, code }) => `${path.join('.')} ${code}`)).toEqual([]);
});
