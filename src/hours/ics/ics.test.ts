import { describe, expect, it } from 'vitest';
import type { Plan } from '#src/hours/model/plan.ts';
import { tidyWindows } from '#src/hours/model/plan.ts';
import { tidyWeek } from '#src/hours/model/week.ts';
import { readIcs } from './read-ics.ts';
import { expandRule, parseRule } from './repeat-rule.ts';
import { foldLine, writeIcs } from './write-ics.ts';

const TODAY = '2026-11-20';
const file = (...events: readonly string[]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...events.map((event) => `BEGIN:VEVENT\n${event}\nEND:VEVENT`),
    'END:VCALENDAR',
    '',
  ].join('\n');
const read = (...events: readonly string[]) => readIcs(file(...events), TODAY);
const dates = (text: string, start: string, from = TODAY, to = '2028-11-20') => {
  const rule = parseRule(text);
  return rule === null ? null : expandRule(rule, start, from, to);
};

describe('reading .ics', () => {
  it('takes whole days, with an end that does not belong to them', () => {
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
      expect(readIcs(text.join(end), TODAY).holidays).toEqual([
        { date: '2026-12-25', name: 'Weihnachten', recurring: false, active: true },
      ]);
    }
  });

  it('keeps "every year", and writes other rules out for two years', () => {
    const { holidays, refused } = read(
      'DTSTART;VALUE=DATE:20201225\nRRULE:FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=25\nSUMMARY:Christmas',
      'DTSTART;VALUE=DATE:20200907\nRRULE:FREQ=YEARLY;BYMONTH=9;BYDAY=1MO\nSUMMARY:Labor Day',
      'DTSTART;VALUE=DATE:20200101\nRRULE:FREQ=YEARLY;BYWEEKNO=20\nSUMMARY:By weeks',
    );
    expect(holidays.map(({ date, recurring }) => [date, recurring])).toEqual([
      ['2020-12-25', true],
      ['2027-09-06', false],
      ['2028-09-04', false],
    ]);
    expect(refused).toEqual([{ line: 13, name: 'By weeks', why: 'rule' }]);
  });

  it('leaves out and moves single dates of a rule', () => {
    const { holidays } = read(
      'UID:a\nDTSTART;VALUE=DATE:20261201\nRRULE:FREQ=DAILY;COUNT=4\nEXDATE;VALUE=DATE:20261202\nRDATE;VALUE=DATE:20261224\nSUMMARY:Days',
      'UID:a\nRECURRENCE-ID;VALUE=DATE:20261203\nDTSTART;VALUE=DATE:20261210\nSUMMARY:Moved',
    );
    expect(holidays.map(({ date, name }) => `${date} ${name}`)).toEqual([
      '2026-12-01 Days',
      '2026-12-04 Days',
      '2026-12-10 Moved',
      '2026-12-24 Days',
    ]);
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
    expect(readIcs(text, TODAY)).toMatchObject({ problem, holidays: [] }),
  );
});

describe('rules', () => {
  it.each([
    ['FREQ=MONTHLY;BYDAY=-1FR;COUNT=2', '2026-12-01', ['2026-12-25', '2027-01-29']],
    ['FREQ=MONTHLY;BYMONTHDAY=-1;UNTIL=20270131', '2026-12-01', ['2026-12-31', '2027-01-31']],
    ['FREQ=MONTHLY;BYMONTHDAY=31;COUNT=3', '2026-12-31', ['2026-12-31', '2027-01-31', '2027-03-31']],
    [
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;COUNT=4;WKST=MO',
      '2026-11-24',
      ['2026-11-24', '2026-11-29', '2026-12-08', '2026-12-13'],
    ],
    [
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;COUNT=4;WKST=SU',
      '2026-11-24',
      ['2026-11-24', '2026-12-06', '2026-12-08', '2026-12-20'],
    ],
    ['FREQ=DAILY;INTERVAL=300', '2026-11-01', ['2027-08-28', '2028-06-23']],
    ['FREQ=YEARLY;INTERVAL=4', '2024-02-29', ['2028-02-29']],
    ['FREQ=YEARLY;BYDAY=20MO', '1997-05-19', ['2027-05-17', '2028-05-15']],
    ['FREQ=YEARLY;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8', '1996-11-05', ['2027-11-02', '2028-11-07']],
    ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;UNTIL=20270101', '2026-11-01', ['2026-11-30', '2026-12-31']],
    ['FREQ=YEARLY;BYMONTH=4,12', '1601-04-03', ['2026-12-03', '2027-04-03', '2027-12-03', '2028-04-03']],
  ])('follows %s', (rule, start, expected) => expect(dates(rule, start)).toEqual(expected));

  it.each([
    '',
    'FREQ=HOURLY',
    'FREQ=YEARLY;BYYEARDAY=1',
    'FREQ=DAILY;INTERVAL=0',
    'FREQ=DAILY;COUNT=x',
    'FREQ=WEEKLY;BYDAY=XX',
    'nonsense',
  ])('does not follow %j', (rule) => expect(parseRule(rule)).toBeNull());
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
      const { week, holidays, ownHours, refused, problem } = readIcs(text, TODAY);
      expect({ problem, refused }).toEqual({ problem: null, refused: [] });
      expect({ week, holidays, ownHours }).toEqual({
        week: plan.week,
        holidays: plan.holidays,
        ownHours: plan.ownHours,
      });
    }
  });
});
