import { expect, test } from 'vitest';
import { bodyOf } from './edit-dialog.tsx';

const visitor = { visitor_key: 'v_1', display_name: 'Maren', email: 'maren@example.org', phone: null };

test('VE-02: only what was changed is sent, an emptied field is cleared, and a blank is no change', () => {
  const same = { display_name: 'Maren ', email: 'maren@example.org', phone: ' ' };
  expect(bodyOf(same, visitor)).toEqual({ visitor_key: 'v_1' });
  expect(bodyOf({ ...same, email: '', phone: ' +49 151 ' }, visitor)).toEqual({
    visitor_key: 'v_1',
    email: null,
    phone: '+49 151',
  });
});
