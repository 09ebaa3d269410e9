import { expect, test, vi } from 'vitest';
import { registerCommand, runOnceOffered } from './commands.ts';

test('GX-01: a command of a page that is not open yet runs once, as soon as its page offers it', async () => {
  const run = vi.fn<() => void>();
  runOnceOffered('links-revoke');
  const others = registerCommand({ id: 'other', group: 'list', label: 'Other', run: vi.fn<() => void>() });
  await Promise.resolve();
  expect(run).not.toHaveBeenCalled();
  const end = registerCommand({ id: 'links-revoke', group: 'list', label: 'Revoke links', run });
  await Promise.resolve();
  expect(run).toHaveBeenCalledTimes(1);
  end();
  registerCommand({ id: 'links-revoke', group: 'list', label: 'Revoke links', run })();
  await Promise.resolve();
  expect(run).toHaveBeenCalledTimes(1);
  others();
});

test('GX-01: it runs once, though its page offers others in the same moment', async () => {
  const run = vi.fn<() => void>();
  runOnceOffered('links-revoke');
  const ends = ['links-revoke', 'other', 'third'].map((id) => registerCommand({ id, group: 'list', label: id, run }));
  await Promise.resolve();
  await Promise.resolve();
  expect(run).toHaveBeenCalledTimes(1);
  ends.forEach((end) => end());
});

test('GX-01: a disabled command does not run after coming from another page', () => {
  const run = vi.fn<() => void>();
  const end = registerCommand({ id: 'shut', group: 'list', label: 'Shut', run, disabledReason: 'read only' });
  runOnceOffered('shut');
  expect(run).not.toHaveBeenCalled();
  end();
});
