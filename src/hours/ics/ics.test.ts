import { describe, expect, it } from 'vitest';
import type { Plan } from '#src/hours/model/plan.ts';
import { tidyWindows } from '#src/hours/model/plan.ts';
import { tidyWeek } from '#src/hours/model/week.ts';
import { readIcs } from './read-ics.ts';
import { foldLine, writeIcs } from './write-ics.ts';

const file = (...events: readonly string[]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...events.map((event) => `BEGIN:VEVENT\n${event}\nEND:VEVENT`),
    'END:VCALENDAR',
    '',
  ].join('\n');
const read = (...events: readonly string[]) => readIcs(file(...events));

describe('reading .ics', () => {
  it('takes whole days; the end is not included', () => {
    const { holidays, refused } = read(
      'DTSTART;VALUE=DATE:20261225\nDTEND;VALUE=DATE:20261227\nSUMMARY:Christmas\\, both days',
      'DTSTART:20270101T000000\nDTEND:20270102T000000\nSUMMARY:New Year',
      'DTSTART;VALUE=DATE:20270501\nSUMMARY:Labour Day',
      'DTSTART;VALUE=DATE:20270601\nDURATION:P2D\nSUMMARY:Closed',
    );
    expect(refused).toEqual([]);
    expect(holidays.map(({ date, name }) => `${date} ${name}`)).toEqual([
      '2026-12-25 Christmas, both days',
      '2026-12-26 Christmas, both days',
      '2027-01-01 New Year',
      '2027-05-01 Labour Day',
      '2027-06-01 Closed',
      '2027-06-02 Closed',
    ]);
    expect(holidays.every(({ recurring, active }) => !recurring && active)).toBe(true);
  });

  it('unfolds lines, whatever ends them, and reads nothing of an alarm', () => {
    const text = [
      '\uFEFFbegin:vcalendar',
      'BEGIN:VEVENT',
      'DTSTART;VALUE=DA',
      ' TE:20261225',
      'SUMMARY;LANGUAGE="de:x":Weih',
      '\tnachten',
      'BEGIN:VALARM',
      'SUMMARY:An alarm',
      'END:VALARM',
      'END:VEVENT',
      'END:VCALENDAR',
    ];
    for (const end of ['\r\n', '\n', '\r']) {
      expect(readIcs(text.join(end)).holidays).toEqual([
        { date: '2026-12-25', name: 'Weihnachten', recurring: false, active: true },
      ]);
    }
  });

  it('keeps "every year"', () => {
    const { holidays, refused } = read(
      'DTSTART;VALUE=DATE:20201225\nRRULE:FREQ=YEARLY;INTERVAL=1;BYMONTH=12;BYMONTHDAY=25;WKST=MO\nSUMMARY:Christmas',
      'DTSTART;VALUE=DATE:20211231\nDTEND;VALUE=DATE:20220102\nRRULE:freq=yearly\nSUMMARY:Turn of the year',
    );
    expect(refused).toEqual([]);
    expect(holidays.map(({ date, recurring }) => [date, recurring])).toEqual([
      ['2020-12-25', true],
      ['2021-12-31', true],
      ['2022-01-01', true],
    ]);
  });

  it.each([
    'RRULE:FREQ=YEARLY;BYMONTH=9;BYDAY=1MO',
    'RRULE:FREQ=YEARLY;INTERVAL=4',
    'RRULE:FREQ=YEARLY;COUNT=3',
    'RRULE:FREQ=YEARLY;UNTIL=20270101',
    'RRULE:FREQ=YEARLY;BYMONTHDAY=8',
    'RRULE:FREQ=YEARLY;BYMONTH=9,10',
    'RRULE:FREQ=MONTHLY;BYMONTHDAY=7',
    'RRULE:FREQ=WEEKLY',
    'RRULE:',
    'RRULE:FREQ=YEARLY\nEXDATE;VALUE=DATE:20210907',
    'RDATE;VALUE=DATE:20210907',
    'UID:a\nRECURRENCE-ID;VALUE=DATE:20200906',
  ])('names an event with %j as not taken', (lines) => {
    const { holidays, refused } = read(`DTSTART;VALUE=DATE:20200907\n${lines}\nSUMMARY:Often`);
    expect(holidays).toEqual([]);
    expect(refused).toEqual([{ line: 3, name: 'Often', why: 'rule' }]);
  });

  it('refuses line by line what is no holiday', () => {
    expect(
      read(
        'DTSTART:20261225T100000Z\nDTEND:20261225T110000Z\nSUMMARY:A meeting',
        'SUMMARY:Without a date',
        'DTSTART;VALUE=DATE:20260230\nSUMMARY:No such date',
        'DTSTART;VALUE=DATE:20260101\nDTEND;VALUE=DATE:20260301\nSUMMARY:Two months',
        'DTSTART;VALUE=DATE:20261225\nSUMMARY:Christmas',
        'DTSTART;VALUE=DATE:20261225\nSUMMARY:The same day',
      ).refused.map(({ name, why }) => [name, why]),
    ).toEqual([
      ['A meeting', 'times'],
      ['Without a date', 'no-date'],
      ['No such date', 'no-date'],
      ['Two months', 'too-long'],
      ['The same day', 'twice'],
    ]);
  });

  it.each([
    ['', 'empty'],
    [' \n', 'empty'],
    ['<!doctype html><p>Sign in</p>', 'no-calendar'],
    ['\u0000\u0001PK', 'no-calendar'],
    ['BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART;VALUE=DATE:2026', 'cut'],
  ])('says that %j is no calendar, or not the whole of one', (text, problem) =>
    expect(readIcs(text)).toMatchObject({ problem, holidays: [] }),
  );
});

describe('writing .ics', () => {
  const names = { calendar: 'Business hours', open: 'Open' };

  it('folds at 75 octets without cutting a character', () => {
    const folded = foldLine(`SUMMARY:${'ä'.repeat(20)}${'🚲'.repeat(40)}`);
    for (const line of folded.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(folded.replaceAll('\r\n ', '')).toBe(`SUMMARY:${'ä'.repeat(20)}${'🚲'.repeat(40)}`);
    expect(foldLine('x'.repeat(75))).toBe('x'.repeat(75));
  });

  it('gives back by reading what was written', () => {
    let seed = 11;
    const random = (below: number): number => {
      seed = (seed * 48271) % 2147483647;
      return seed % below;
    };
    const alphabet = [...'abc ,;\\:"ÄÖ🚲رمضان'];
    const word = () =>
      `x${Array.from({ length: random(80) }, () => alphabet[random(alphabet.length)]).join('')}x`.replaceAll(
        /\s+/g,
        ' ',
      );
    for (let round = 0; round < 200; round += 1) {
      const date = () => new Date(Date.UTC(2026, random(12), 1 + random(28))).toISOString().slice(0, 10);
      const distinct = () => [...new Set(Array.from({ length: random(8) }, date))].toSorted();
      const plan: Plan = {
        week: tidyWeek(
          Array.from({ length: random(10) }, () => {
            const open = random(1436);
            return { day: random(7), open, close: open + 5 + random(1400) };
          }).map((span) => ({ ...span, close: Math.min(span.close, span.open + 1435) })),
        ).week,
        holidays: distinct().map((of) => ({
          date: of,
          name: word(),
          recurring: random(2) === 0,
          active: random(3) > 0,
        })),
        ownHours: distinct().map((of) => ({
          date: of,
          name: word(),
          windows: tidyWindows(
            Array.from({ length: random(3) }, () => {
              const open = random(1400);
              return { open_minute: open, close_minute: open + 1 + random(1440 - open) };
            }),
          ),
        })),
        isOn: true,
        zone: 'Europe/Berlin',
      };
      const text = writeIcs(plan, names, Date.parse('2026-11-20T14:32:00Z'));
      for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
      const { week, holidays, ownHours, refused, problem } = readIcs(text);
      expect({ problem, refused }).toEqual({ problem: null, refused: [] });
      expect({ week, holidays, ownHours }).toEqual({
        week: plan.week,
        holidays: plan.holidays,
        ownHours: plan.ownHours,
      });
    }
  });
});
