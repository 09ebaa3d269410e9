import { describe, expect, it } from 'vitest';
import { changeSpan, copyDay, piecesOf, PRESETS, roomOn, spanAt, splitWeek, tidyWeek, totalMinutes } from './week.ts';

const span = (day: number, open: number, close: number) => ({ day, open, close });

describe('a week', () => {
  it('has windows past midnight as one, and saves them as two', () => {
    const saved = [span(5, 1320, 1440), span(6, 0, 360), span(6, 600, 840)];
    const { week, isMerged } = tidyWeek(saved);
    expect(week).toEqual([span(5, 1320, 1800), span(6, 600, 840)]);
    expect(isMerged).toBe(false);
    expect(splitWeek(week)).toEqual(saved);
    expect(piecesOf(week).map(({ day, open, close }) => [day, open, close])).toEqual([
      [5, 1320, 1440],
      [6, 0, 360],
      [6, 600, 840],
    ]);
  });

  it('runs over the end of the week', () => {
    expect(tidyWeek([span(0, 0, 60), span(6, 1380, 1440)]).week).toEqual([span(6, 1380, 1500)]);
    expect(tidyWeek([span(1, 0, 60), span(0, 1380, 1440)]).week).toEqual([span(0, 1380, 1500)]);
  });

  it('makes one of what touches or overlaps, and says so', () => {
    expect(tidyWeek([span(1, 720, 1080), span(1, 540, 720)])).toEqual({ week: [span(1, 540, 1080)], isMerged: true });
    expect(tidyWeek([span(1, 540, 900), span(1, 600, 700), span(1, 901, 1000)])).toEqual({
      week: [span(1, 540, 900), span(1, 901, 1000)],
      isMerged: true,
    });
    // An overnight window that runs into the next day's.
    expect(tidyWeek([span(5, 1320, 1800), span(6, 300, 600)])).toEqual({ week: [span(5, 1320, 2040)], isMerged: true });
  });

  it('leaves whole days apart: together they are longer than a day', () => {
    expect(tidyWeek(PRESETS.always).week).toEqual(PRESETS.always);
    expect(tidyWeek([span(1, 540, 1440), span(2, 0, 1440)]).week).toHaveLength(2);
    expect(totalMinutes(PRESETS.always)).toBe(7 * 1440);
  });

  it('stays the same when it is tidied, split and tidied again', () => {
    let seed = 7;
    const random = (below: number): number => {
      seed = (seed * 48271) % 2147483647;
      return seed % below;
    };
    for (let round = 0; round < 500; round += 1) {
      const windows = Array.from({ length: random(9) }, () => {
        const open = random(96) * 15;
        return span(random(7), open, open + 15 + random(90) * 15);
      }).map(({ day, open, close }) => span(day, open, Math.min(close, open + 1425)));
      const { week } = tidyWeek(windows);
      expect(tidyWeek(splitWeek(week))).toEqual({ week, isMerged: false });
      for (let minute = 0; minute < 1440; minute += 45) {
        for (let day = 0; day < 7; day += 1) {
          expect(spanAt(week, day, minute) !== undefined, `day ${day} minute ${minute}`).toBe(
            spanAt(windows, day, minute) !== undefined,
          );
        }
      }
    }
  });

  it('moves both ends or one, into the next day but not over it', () => {
    expect(changeSpan(span(5, 540, 1080), 'both', 15)).toEqual(span(5, 555, 1095));
    expect(changeSpan(span(5, 0, 60), 'both', -15)).toEqual(span(5, 0, 60));
    expect(changeSpan(span(5, 1320, 1440), 'end', 30)).toEqual(span(5, 1320, 1470));
    expect(changeSpan(span(5, 540, 1080), 'end', 5000)).toEqual(span(5, 540, 1975));
    expect(changeSpan(span(5, 540, 600), 'end', -120)).toEqual(span(5, 540, 545));
    expect(changeSpan(span(5, 540, 600), 'start', 120)).toEqual(span(5, 595, 600));
    expect(changeSpan(span(5, 1320, 1800), 'start', -5000)).toEqual(span(5, 365, 1800));
  });

  it('copies what begins on a day over what began on others', () => {
    const week = [span(1, 540, 720), span(1, 780, 1080), span(2, 0, 60), span(5, 1320, 1800)];
    expect(tidyWeek(copyDay(week, 1, [1, 2])).week).toEqual([
      span(1, 540, 720),
      span(1, 780, 1080),
      span(2, 540, 720),
      span(2, 780, 1080),
      span(5, 1320, 1800),
    ]);
    expect(copyDay(week, 3, [1])).toEqual([span(2, 0, 60), span(5, 1320, 1800)]);
  });

  it('finds room on a day', () => {
    expect(roomOn([], 1)).toEqual(span(1, 540, 1020));
    expect(roomOn([span(1, 540, 720)], 1)).toEqual(span(1, 780, 960));
    expect(roomOn([span(1, 540, 1380)], 1)).toEqual(span(1, 300, 480));
    expect(roomOn([span(0, 1380, 1500), span(1, 100, 1380)], 1)).toBeNull();
  });
});
