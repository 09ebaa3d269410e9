import { describe, expect, it } from 'vitest';
import { draggedSpan, minuteAt, spanByKey } from './week-keys.ts';

const span = { day: 5, open: 540, close: 1080 };
const press = (
  key: string,
  held: Partial<Pick<KeyboardEvent, 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>> = {},
) => ({
  key,
  shiftKey: false,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  ...held,
});

describe('spanByKey', () => {
  it('moves a window, its end with Shift, its start with Alt and Shift', () => {
    expect(spanByKey(span, press('ArrowRight'), false)?.span).toEqual({ day: 5, open: 555, close: 1095 });
    expect(spanByKey(span, press('ArrowLeft', { shiftKey: true }), false)?.span).toEqual({
      day: 5,
      open: 540,
      close: 1065,
    });
    expect(spanByKey(span, press('ArrowRight', { shiftKey: true, altKey: true }), false)?.span).toEqual({
      day: 5,
      open: 555,
      close: 1080,
    });
    expect(spanByKey(span, press('ArrowLeft'), true)?.span.open, 'right to left').toBe(555);
  });

  it('leaves keys of the browser alone', () => {
    expect(spanByKey(span, press('ArrowLeft', { altKey: true }), false)).toBeNull();
    expect(spanByKey(span, press('ArrowLeft', { ctrlKey: true }), false)).toBeNull();
    expect(spanByKey(span, press('a'), false)).toBeNull();
  });
});

describe('draggedSpan', () => {
  const drag = (part: 'new' | 'both' | 'start' | 'end', from: typeof span | null, startMinute: number) =>
    ({ part, from, day: 5, startMinute }) as const;

  it('draws in either direction, in steps', () => {
    expect(draggedSpan(drag('new', null, 601), 718, false)).toEqual({ day: 5, open: 600, close: 720 });
    expect(draggedSpan(drag('new', null, 718), 601, false)).toEqual({ day: 5, open: 600, close: 720 });
    expect(draggedSpan(drag('new', null, 601), 606, false)).toBeNull();
    expect(draggedSpan(drag('new', null, 601), 606, true)).toEqual({ day: 5, open: 600, close: 605 });
    expect(draggedSpan(drag('new', null, 1320), 1560, false)).toEqual({ day: 5, open: 1320, close: 1560 });
  });

  it('resizes and moves onto the grid', () => {
    const odd = { day: 5, open: 547, close: 1080 };
    expect(draggedSpan(drag('start', odd, 547), 560, false)).toEqual({ day: 5, open: 555, close: 1080 });
    expect(draggedSpan(drag('both', odd, 700), 715, false)).toEqual({ day: 5, open: 555, close: 1088 });
    expect(draggedSpan(drag('end', odd, 1080), 0, false)).toEqual({ day: 5, open: 547, close: 552 });
  });
});

it('takes the edge of the track for midnight, and what is well beyond it for the next day', () => {
  const track = { left: 100, width: 720 };
  expect([100, 460, 820, 840, 852, 882].map((x) => minuteAt(x, track, false))).toEqual([
    0, 720, 1440, 1440, 1440, 1500,
  ]);
  expect(minuteAt(50, track, false)).toBe(0);
  expect(minuteAt(100, track, true)).toBe(1440);
});
