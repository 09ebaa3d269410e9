import { describe, expect, it } from 'vitest';
import { listPalette } from './palette-list.ts';

const go = { id: 'go-inbox', group: 'go' as const, label: 'Go to Inbox' };
const dark = { id: 'dark', group: 'settings' as const, label: 'Use the dark theme' };
const ticket = { id: 'ticket-1', group: 'tickets' as const, label: 'Gone missing', href: '/tickets/1' };
const base = { prefix: null, commands: [dark, go], found: [], recent: [] };
const ids = (sections: ReturnType<typeof listPalette>) =>
  sections.map((section) => [section.key, ...section.commands.map((command) => command.id)]);

describe('listPalette', () => {
  it('puts the recent ones first and names nothing twice', () => {
    expect(ids(listPalette({ ...base, text: '', recent: [ticket, dark] }))).toEqual([
      ['recent', 'ticket-1', 'dark'],
      ['go', 'go-inbox'],
    ]);
  });

  it('runs a recent command as it is offered now', () => {
    const [recent] = listPalette({ ...base, text: '', recent: [{ ...dark, label: 'As it was' }] });
    expect(recent).toEqual({ key: 'recent', commands: [dark] });
  });

  it('lists the best few of many values, and none before something is typed', () => {
    const views = Array.from({ length: 9 }, (_, n) => ({ ...go, id: `view-${n}`, label: `Go to ${n}`, oneOf: 'view' }));
    expect(ids(listPalette({ ...base, commands: views, text: '' }))).toEqual([]);
    const listed = ids(listPalette({ ...base, commands: views, text: 'go' }));
    expect(listed).toEqual([['go', 'view-0', 'view-1', 'view-2', 'view-3', 'view-4']]);
    expect(ids(listPalette({ ...base, commands: views, text: 'go 8' }))).toEqual([['go', 'view-8']]);
  });

  it('puts a group that only other words have found after those found by their names', () => {
    const resolve = { id: 'resolve', group: 'ticket' as const, label: 'Mark as resolved', keywords: 'inbox zero' };
    expect(ids(listPalette({ ...base, commands: [resolve, go], text: 'inb' }))).toEqual([
      ['go', 'go-inbox'],
      ['ticket', 'resolve'],
    ]);
  });

  it('leaves out recent commands that do not exist any more', () => {
    expect(ids(listPalette({ ...base, text: '', recent: [{ ...go, id: 'gone' }] }))).toEqual([
      ['go', 'go-inbox'],
      ['settings', 'dark'],
    ]);
  });

  it('shows tickets before pages, and what was found as it came', () => {
    expect(ids(listPalette({ ...base, text: 'go', found: [ticket] }))).toEqual([
      ['tickets', 'ticket-1'],
      ['go', 'go-inbox'],
    ]);
  });

  it('has no commands behind #', () => {
    expect(ids(listPalette({ ...base, text: 'go', prefix: '#', found: [ticket] }))).toEqual([['tickets', 'ticket-1']]);
  });

  it('shows customers before tickets, keeps them among the recent, and has nothing else behind @', () => {
    const customer = { id: 'customer-1', group: 'customers' as const, label: 'Maren Gorse' };
    expect(ids(listPalette({ ...base, text: 'go', found: [ticket, customer] }))).toEqual([
      ['customers', 'customer-1'],
      ['tickets', 'ticket-1'],
      ['go', 'go-inbox'],
    ]);
    expect(ids(listPalette({ ...base, text: '', recent: [customer] }))[0]).toEqual(['recent', 'customer-1']);
    expect(ids(listPalette({ ...base, text: 'go', prefix: '@', found: [customer] }))).toEqual([
      ['customers', 'customer-1'],
    ]);
  });
});
