import { expect, test } from 'vitest';
import { readMoment } from './ask-panel.tsx';

const read = (day: string, time: string, zone = 'Europe/Berlin') => {
  const moment = readMoment(day, time, zone);
  return moment && [new Date(moment.ms).toISOString().slice(0, 16), moment.clocks];
};

test('a date and a time are read in the zone', () => {
  expect(read('2026-12-24', '18:30')).toEqual(['2026-12-24T17:30', null]);
  expect(read('2026-12-24', '18:30', 'America/New_York')).toEqual(['2026-12-24T23:30', null]);
  expect([read('2026-12-24', ''), read('', '18:30'), read('2026-02-30', '09:00')]).toEqual([null, null, null]);
});

test('an hour that the clocks skip, or show twice, is marked', () => {
  expect(read('2027-03-28', '02:30')).toEqual(['2027-03-28T01:30', 'skip']);
  expect(read('2027-03-28', '03:30')).toEqual(['2027-03-28T01:30', null]);
  expect(read('2027-10-31', '02:30')).toEqual(['2027-10-31T00:30', 'twice']);
  expect(read('2027-04-04', '01:45', 'Australia/Lord_Howe')?.[1]).toBe('twice');
});
