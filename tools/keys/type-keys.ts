import type { CDPSession, Page } from 'playwright';
import { wait } from './wait.ts';

const SHIFT = 8;
const CTRL = 2;

interface Code {
  readonly code: string;
  readonly windowsVirtualKeyCode: number;
}

interface KeyEvent extends Code {
  readonly type: 'rawKeyDown' | 'keyDown' | 'keyUp';
  readonly key: string;
  readonly modifiers: number;
  readonly text?: string;
}

const NAMED: Readonly<Record<string, Code & { readonly key: string; readonly text?: string }>> = {
  enter: { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' },
  escape: { key: 'Escape', code: 'Escape', windowsVirtualKeyCode: 27 },
  space: { key: ' ', code: 'Space', windowsVirtualKeyCode: 32, text: ' ' },
  '.': { key: '.', code: 'Period', windowsVirtualKeyCode: 190, text: '.' },
  ',': { key: ',', code: 'Comma', windowsVirtualKeyCode: 188, text: ',' },
  '/': { key: '/', code: 'Slash', windowsVirtualKeyCode: 191, text: '/' },
};
const HELD = {
  shift: { key: 'Shift', code: 'ShiftLeft', windowsVirtualKeyCode: 16, modifier: SHIFT },
  ctrl: { key: 'Control', code: 'ControlLeft', windowsVirtualKeyCode: 17, modifier: CTRL },
} as const;

/** The events of one stroke, such as `e`, `shift+e`, `ctrl+shift+enter` or `?`, as a keyboard makes them. */
function eventsOf(stroke: string): readonly KeyEvent[] {
  if (stroke === '?') return eventsOf('shift+/').map((event) => (event.key === '/' ? asQuestion(event) : event));
  const parts = stroke.split('+');
  const last = parts.at(-1) ?? '';
  const held = parts.slice(0, -1).map((name) => HELD[name === 'ctrl' ? 'ctrl' : 'shift']);
  const modifiers = held.reduce((sum, { modifier }) => sum + modifier, 0);
  const { key, text, ...code } = NAMED[last] ?? characterOf(last, (modifiers & SHIFT) !== 0);
  const writes = text !== undefined && (modifiers & CTRL) === 0;
  return [
    ...held.map(({ modifier, ...one }): KeyEvent => ({ type: 'rawKeyDown', modifiers: modifier, ...one })),
    { type: writes ? 'keyDown' : 'rawKeyDown', key, modifiers, ...code, ...(writes ? { text } : {}) },
    { type: 'keyUp', key, modifiers, ...code },
    ...held.map(({ modifier: _modifier, ...one }): KeyEvent => ({ type: 'keyUp', modifiers: 0, ...one })),
  ];
}

function asQuestion(event: KeyEvent): KeyEvent {
  return { ...event, key: '?', ...(event.text === undefined ? {} : { text: '?' }) };
}

function characterOf(character: string, isUpper: boolean): Code & { readonly key: string; readonly text: string } {
  const capital = character.toUpperCase();
  const key = isUpper ? capital : character;
  const code = /[0-9]/.test(character) ? `Digit${character}` : `Key${capital}`;
  return { key, text: key, code, windowsVirtualKeyCode: capital.charCodeAt(0) };
}

/** The strokes that write a text. */
export function strokesOf(text: string): readonly string[] {
  return [...text].map((character) => {
    if (character === ' ') return 'space';
    return /[A-Z]/.test(character) ? `shift+${character.toLowerCase()}` : character;
  });
}

/**
 * Presses keys as a hand does, which does not wait for the page: each stroke goes out when its time has come, and the
 * browser keeps those that the page has not come to. Ends when the page has had them all.
 * @param gapMs milliseconds from this stroke to the next one
 */
export async function typeKeys(page: Page, strokes: readonly string[], gapMs: () => number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const answers: Promise<unknown>[] = [];
  let dueMs = performance.now();
  for (const stroke of strokes) {
    await wait(dueMs - performance.now());
    answers.push(...eventsOf(stroke).map((event) => session.send('Input.dispatchKeyEvent', event)));
    dueMs += gapMs();
  }
  await Promise.all(answers);
  await session.detach();
}

/** Makes the page so many times slower. The session has to stay: the browser forgets it with it. */
export async function slowDown(page: Page, rate: number): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  return session;
}
