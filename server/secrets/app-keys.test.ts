import { expect, test } from 'vitest';
import { AppKeys, deriveBytes } from './app-keys.ts';

const OLD = 'the key that was used until last week, long enough';
const NEW = 'the key that has been used since, and long enough';

test('values of the previous key are still derived from it', () => {
  const before = new AppKeys(OLD);
  const after = new AppKeys(NEW, OLD);
  const key = after.find(before.current.id);
  expect(key && deriveBytes(key, 'a purpose')).toEqual(deriveBytes(before.current, 'a purpose'));
  expect(deriveBytes(after.current, 'a purpose')).not.toEqual(deriveBytes(before.current, 'a purpose'));
});

test('an unknown key is not found, and an id does not reveal its key', () => {
  expect(new AppKeys(NEW).find(new AppKeys(OLD).current.id)).toBeUndefined();
  expect(new AppKeys(NEW).current.id).toMatch(/^[0-9a-f]{12}$/);
});
