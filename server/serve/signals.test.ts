import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { onSignals } from './signals.ts';

function listen() {
  const source = new EventEmitter();
  const seen = { ends: 0, hurried: false, time: 0 };
  onSignals({
    source,
    now: () => seen.time,
    end: (hurry) => {
      seen.ends += 1;
      void hurry.then(() => (seen.hurried = true));
    },
  });
  const send = async (name: 'SIGTERM' | 'SIGINT', time: number) => {
    seen.time = time;
    source.emit(name);
    await Promise.resolve();
  };
  return { seen, send };
}

test('a signal ends the service once; its echo within two seconds changes nothing', async () => {
  const { seen, send } = listen();
  await send('SIGINT', 10_000);
  await send('SIGTERM', 10_001);
  await send('SIGINT', 11_999);
  expect(seen).toMatchObject({ ends: 1, hurried: false });
});

test('a signal after two seconds cuts the shutdown short', async () => {
  const { seen, send } = listen();
  await send('SIGTERM', 0);
  await send('SIGTERM', 2_000);
  expect(seen).toMatchObject({ ends: 1, hurried: true });
});
