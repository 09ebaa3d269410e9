import { expect, test } from 'vitest';
import { announce, onAnnounce } from './announce.ts';

test('what is said before the live regions are there is said when they come, the newest of each kind, once', () => {
  const heard: [string, string][] = [];
  const listen = () => onAnnounce((text, politeness) => heard.push([politeness, text]));
  announce('Refreshed');
  announce('Copied');
  announce('Not saved', 'assertive');
  const stop = listen();
  expect(heard).toEqual([
    ['polite', 'Copied'],
    ['assertive', 'Not saved'],
  ]);
  announce('Saved');
  expect(heard.at(-1)).toEqual(['polite', 'Saved']);
  stop();
  listen();
  expect(heard).toHaveLength(3);
});
