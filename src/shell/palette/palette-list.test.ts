import { describe, expect, it } from 'vitest';
import { listPalette } from './palette-list.ts';

const go = { id: 'go-inbox', group: 'go' as const, label: 'Go to Inbox' };
const dark = { id: 'dark', group: 'settings' as const, label: 'Use the dark theme' };
const ticket = { id: 'ticket-1', group: 'tickets' as const, label: 'Gone missing' };
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
