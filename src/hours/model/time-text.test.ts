import { describe, expect, it } from 'vitest';
import { minuteText, parseMinute, readEnds, spanText } from './time-text.ts';

describe('parseMinute', () => {
  it.each([
    ['9', 540],
    ['930', 570],
    ['9:30', 570],
    ['9.30', 570],
    ['0930', 570],
    [' 17:05 ', 1025],
    ['9am', 540],
    ['9 am', 540],
    ['9:30 p.m.', 1290],
    ['12am', 0],
    ['12pm', 720],
    ['24', 1440],
    ['24:00', 1440],
    ['2400', 1440],
    ['0', 0],
  ])('reads %s', (text, minute) => expect(parseMinute(text)).toBe(minute));

  it.each(['', 'x', '25', '24:01', '9:60', '13pm', '0am', '9m', '9:3', '-1', '9:30:00', '١٢'])('refuses %j', (text) =>
    expect(parseMinute(text)).toBeNull(),
  );
});

describe('readEnds', () => {
  it('takes an end before the start for the next day, in the week alone', () => {
    expect(readEnds('22', '6', true)).toEqual({ open: 1320, close: 1800 });
    expect(readEnds('22', '6', false)).toEqual({ field: 'close', kind: 'inverted' });
    expect(readEnds('9', '0:00', false)).toEqual({ open: 540, close: 1440 });
    expect(readEnds('0', '24', true)).toEqual({ open: 0, close: 1440 });
  });

  it('says which field is wrong', () => {
    expect(readEnds('9', '9', true)).toEqual({ field: 'close', kind: 'same' });
    expect(readEnds('nine', '9', true)).toEqual({ field: 'open', kind: 'unreadable' });
    expect(readEnds('24:00', '9', true)).toEqual({ field: 'open', kind: 'unreadable' });
    expect(readEnds('9', '', true)).toEqual({ field: 'close', kind: 'unreadable' });
  });
});

it('writes minutes', () => {
  expect([0, 545, 1440, 1800].map(minuteText)).toEqual(['00:00', '09:05', '24:00', '06:00']);
  expect(spanText({ open: 1320, close: 1800 })).toBe('22:00 – 06:00');
});
