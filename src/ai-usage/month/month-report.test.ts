import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { AiUsageRow } from '#contract/ai-reports.ts';
import { formatUtcDate } from '#src/format/utc-day.ts';
import { monthWindow } from '#src/panels/day-window.ts';
import { monthCsv, monthHtml } from './month-page.tsx';
import { monthReport, type MonthFigures } from './month-report.ts';

// Days of this year are named without it.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T14:30:00Z') }));
afterAll(() => void vi.useRealTimers());

function row(key: Pick<AiUsageRow, 'day' | 'feature' | 'model'>, figures: Partial<AiUsageRow>): AiUsageRow {
  return {
    ...key,
    calls: 0,
    cache_hits: 0,
    errors: 0,
    refused: 0,
    unpriced_calls: 0,
    over_cap_calls: 0,
    over_cap_usd: 0,
    input_tokens: 0n,
    output_tokens: 0n,
    cost_usd: 0,
    mean_latency_ms: 0,
    p50_ms: null,
    p95_ms: null,
    ...figures,
  };
}

const window = monthWindow('2026-02', '2026-03-05') ?? { from: '', to: '', days: 0, endsToday: false };
const FEBRUARY: MonthFigures = {
  title: 'Velo <Works>: AI in February 2026',
  window,
  today: '2026-03-05',
  days: [
    row({ day: '2026-02-01' }, { calls: 2, cost_usd: 0.1, input_tokens: 10n, output_tokens: 1n, errors: 1 }),
    row({ day: '2026-02-28' }, { calls: 2, cost_usd: 0.2, input_tokens: 20n, output_tokens: 2n, refused: 3 }),
  ],
  features: [
    row({ feature: 'bot' }, { calls: 3, cost_usd: 0.24, input_tokens: 25n, output_tokens: 2n }),
    row({ feature: 'tone' }, { calls: 1, cost_usd: 0.06, input_tokens: 5n, output_tokens: 1n }),
    row({ feature: 'intent' }, {}),
  ],
  models: [
    row({ model: '<img src=x onerror=alert(1)>' }, { calls: 4, cost_usd: 0.3, input_tokens: 30n, output_tokens: 3n }),
  ],
  changes: [
    { id: 2n, created_utc: '2026-03-01T00:00:00.000Z', actor: 'Later', cap: 'budget', from: '0.6', to: '1' },
    { id: 1n, created_utc: '2026-02-28T23:59:59.999Z', actor: 'Ops & co', cap: 'budget', from: null, to: '0.6' },
  ],
  limits: {
    budget: { limit: 1, current: 0, exceeded: false },
    daily_tokens: { limit: null, current: 0, exceeded: false },
    minute_calls: { limit: null, current: 0, exceeded: false },
    any_exceeded: false,
    action: 'soft',
  },
  unpriced: null,
  value: [
    { name: 'Resolved ticket', count: 4 },
    { name: 'CSAT point', count: 0 },
    { name: 'AI session without handoff', count: null },
  ],
};

function shownOf(title: string, figures = FEBRUARY): readonly string[] {
  const table = monthReport(figures).tables.find((one) => one.title === title);
  return table?.rows.map((cells) => cells.map(({ shown }) => shown).join(' | ')) ?? [];
}

test('days, features and models of a month have one total, and every day is there', () => {
  const days = shownOf('By day');
  expect(days).toHaveLength(29);
  expect(days[0]).toBe(`${formatUtcDate('2026-02-01')} | $0.10 | 2 | 11 | 0`);
  expect(days[1]).toBe(`${formatUtcDate('2026-02-02')} | $0.00 | 0 | 0 | 0`);
  expect(days.at(-1)).toBe('Month | $0.30 | 4 | 33 | 3');
  expect(shownOf('By feature')).toEqual([
    'bot | $0.24 | 80.0\u00a0% | 3 | 27',
    'tone | $0.06 | 20.0\u00a0% | 1 | 6',
    'Month | $0.30 | 100.0\u00a0% | 4 | 33',
  ]);
  expect(shownOf('By model').at(-1)).toBe('Month | $0.30 | 100.0\u00a0% | 4 | 33');
});

test('spend against the budget, and value only where there is a baseline', () => {
  expect(shownOf('In short').slice(0, 2)).toEqual([
    'Spend | $0.30',
    'Monthly budget at its end | $0.60, 50.0\u00a0% of it spent',
  ]);
  expect(shownOf('In short')).toContain('Errors | 1, 25.0\u00a0%');
  // 0.30 / 4
  expect(shownOf('Value')).toEqual([
    'Resolved ticket | 4 | $0.08',
    'CSAT point | 0 | –, no baseline',
    'AI session without handoff | – | –, no baseline',
  ]);
});

test('a past month is set against the budget that it ended with, whatever is set now', () => {
  const budget = (figures: Partial<MonthFigures>) => shownOf('In short', { ...FEBRUARY, ...figures })[1];
  const [later] = FEBRUARY.changes;
  if (later === undefined) throw new Error('there is a change in March');
  // Set before the days that are kept: what a later change went from.
  expect(budget({ changes: [later] })).toContain('$0.60');
  expect(budget({ changes: [{ ...later, from: null }] })).toBe('Monthly budget at its end | No cap');
  expect(budget({ changes: [] })).toContain('$1.00');
  expect(budget({ changes: [], limits: null })).toBe('Monthly budget at its end | Not known');
  expect(budget({ today: '2026-02-20' })).toContain('Monthly budget | $0.60');
});

test('changes of the month alone, null as no cap', () => {
  expect(shownOf('Caps and their changes')).toEqual([
    '28 Feb 2026, 23:59 UTC | Ops & co | Monthly budget | No cap → 0.6',
  ]);
});

test('a month that is not over says so and has no days to come', () => {
  const report = monthReport({ ...FEBRUARY, today: '2026-02-03' });
  expect(report.window).toBe(`UTC days, ${formatUtcDate('2026-02-01')} to ${formatUtcDate('2026-02-03')}`);
  expect(report.notes).toHaveLength(1);
  expect(report.tables.at(-1)?.rows).toHaveLength(4);
});

test('the file of HTML has every text escaped and runs nothing', () => {
  const html = monthHtml(monthReport(FEBRUARY), ['Made <now>']);
  expect(html).toContain('<h1>Velo &lt;Works&gt;: AI in February 2026</h1>');
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
  expect(html).toContain('Ops &amp; co');
  expect(html).toContain('<p>Made &lt;now&gt;</p>');
  expect(html).not.toMatch(/<(?:img|script|link|iframe)/i);
});

test('the CSV has the exact values of the page', () => {
  const lines = monthCsv(monthReport(FEBRUARY)).split('\r\n');
  expect(lines[0]).toBe('\uFEFFsection,item,figure,value');
  expect(lines).toContain('By day,2026-02-28,Cost,0.2');
  expect(lines).toContain('By feature,Month,Tokens,33');
  expect(lines).toContain('Value,Resolved ticket,For each,0.075');
});

test('AI-25: a month tells what it cost with calls without a price, and what each ticket did', () => {
  const figures = { ...FEBRUARY, unpriced: { usd: 0.2, model: 'large' } };
  expect(shownOf('In short', figures)).toContain('Spend | $0.30');
  expect(shownOf('In short', figures)).toContain('Spend with calls without a price | ≈ $0.50');
  expect(shownOf('In short', figures)).toContain('Those at large prices | ≈ $0.20');
  // 0.30 and 0.50 USD for 4 tickets.
  expect(shownOf('Value', figures)[0]).toMatch(/^Resolved ticket \| 4 \| \$0\.0[78]\d* \| \$0\.1[23]\d*$/);
  expect(monthCsv(monthReport(figures))).toContain('In short,Spend with calls without a price,,0.5\r\n');
});
