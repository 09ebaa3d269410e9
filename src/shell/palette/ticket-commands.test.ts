import { expect, it } from 'vitest';
import type { Ticket } from '#contract/tickets.ts';
import type { TicketPatch } from '#src/ticket-edit/update/change-store.ts';
import { listPalette } from './palette-list.ts';
import { ticketCommands, type TicketFacts } from './ticket-commands.tsx';

const ticket: Ticket = {
  id: 7n,
  ticket_number: 48_213,
  subject: 'Display shows error E21',
  status: 'open',
  priority: 'high',
  channel: 'email',
  tags: 'firmware, VIP',
  requester_name: null,
  requester_email: null,
  requester_phone: null,
  customer_identity_id: null,
  created_utc: '2026-11-20T08:28:00Z',
  first_response_utc: null,
  resolved_utc: null,
  assignee_agent_id: '3',
};
const agents = [
  { id: '1', name: 'Robin Tester', is_me: true },
  { id: '2', name: 'Elif Demir', is_me: false },
  { id: '3', name: 'Marta Ruiz', is_me: false },
];

function offered(more: Partial<TicketFacts> = {}, target: Partial<TicketFacts['target']> = {}) {
  const applied: (TicketPatch & { goesOn: boolean })[] = [];
  const facts: TicketFacts = {
    target: {
      tickets: [ticket],
      selected: null,
      hasNext: false,
      apply: (patch, goesOn) => applied.push({ ...patch, goesOn }),
      pick: () => undefined,
      ...target,
    },
    agents,
    tags: [{ name: 'firmware' }, { name: 'warranty' }],
    me: { id: '1', name: 'Robin Tester' },
    isWhole: true,
    zone: 'UTC',
    nowMs: Date.parse('2026-11-22T12:00:00Z'),
    text: '',
    reason: undefined,
    ...more,
  };
  const commands = ticketCommands(facts);
  const find = (text: string) =>
    listPalette({ text, prefix: null, commands, found: [], recent: [] }).flatMap((section) => section.commands);
  return { applied, commands, find, labels: (text: string) => find(text).map(({ label }) => label) };
}

it('finds a verb with its value by two letters of the value, or by the verb and the value', () => {
  const { labels, find, applied } = offered();
  expect(labels('el')).toEqual(['Assign to Elif Demir']);
  expect(labels('assign el')).toEqual(['Assign to Elif Demir']);
  expect(labels('prio urg')).toEqual(['Set priority to urgent']);
  expect(labels('tag warr')).toEqual(['Add tag warranty']);
  const marks = ['Mark as resolved', 'Mark as pending', 'Mark as closed'];
  expect(labels('mark')).toEqual(marks);
  expect(labels('ma')).toEqual([...marks, 'Assign to Marta Ruiz']);
  find('assign el')[0]?.run?.();
  find('snooze tom')[0]?.run?.();
  find('mark resolved')[0]?.run?.();
  expect(applied).toEqual([
    { assignee: { id: '2', name: 'Elif Demir' }, goesOn: false },
    { snoozedUntilUtc: '2026-11-23T09:00:00.000Z', goesOn: true },
    { status: 'resolved', goesOn: true },
  ]);
});

it('runs the same command by the same words, and marks one without effect', () => {
  const { find, labels } = offered();
  for (const [words, label] of [
    ['reopen', 'Reopen'],
    ['marta', 'Assign to Marta Ruiz'],
    ['priority high', 'Set priority to high'],
    ['firmware', 'Add tag firmware'],
    ['vip', 'Add tag VIP'],
    ['unsnooze', 'Unsnooze'],
  ] as const) {
    expect(find(words).map((command) => [command.label, command.note])[0]).toEqual([label, 'already set']);
  }
  expect(labels('firmware')).toEqual(['Add tag firmware', 'Remove tag firmware']);
  expect(find('nobody').map(({ label, note }) => [label, note])).toEqual([['Unassign', undefined]]);
  const pending = offered({}, { tickets: [{ ...ticket, status: 'pending' }], hasNext: true });
  expect(pending.find('mark as p').map(({ label, note }) => [label, note])).toEqual([
    ['Mark as pending', 'already set, and next'],
  ]);
  pending.find('mark as p')[0]?.run?.();
  expect(pending.applied).toEqual([{ status: 'pending', goesOn: true }]);
});

it('lists before anything is typed only what changes the ticket, also of the last commands', () => {
  const { commands, labels } = offered();
  expect(labels('')).not.toContain('Reopen');
  expect(labels('')).toContain('Mark as pending');
  const recent = commands.filter(({ label }) => label === 'Reopen' || label === 'Mark as pending');
  const [first] = listPalette({ text: '', prefix: null, commands, found: [], recent });
  expect(first?.commands.map(({ label }) => label)).toEqual(['Mark as pending']);
});

it('offers everything for a selection, of which not all is known', () => {
  const { labels } = offered({}, { selected: 2 });
  expect(labels('reopen')).toEqual(['Reopen']);
  expect(labels('marta')).toEqual(['Assign to Marta Ruiz']);
  expect(labels('firmware')).toEqual(['Add tag firmware', 'Remove tag firmware']);
});

it('adds a new tag by its name', () => {
  const { find, applied } = offered({ text: 'add tag Spokes' });
  expect(find('add tag Spokes').map(({ label, note }) => [label, note])).toEqual([['Add tag Spokes', 'new']]);
  find('add tag Spokes')[0]?.run?.();
  expect(applied).toEqual([{ addTags: ['Spokes'], goesOn: false }]);
  expect(offered({ text: 'add tag vip' }).labels('add tag vip')).toEqual(['Add tag VIP']);
});

it('says of each why it cannot be run, and leaves out what the service has not', () => {
  const { commands } = offered({ reason: 'This token lacks the scope tickets:write.' });
  expect(commands.every(({ disabledReason }) => disabledReason !== undefined)).toBe(true);
  const bare = offered({ isWhole: false, agents: [], me: null });
  expect(bare.labels('tag')).toEqual([]);
  expect(bare.labels('snooze')).toEqual([]);
  expect(bare.labels('assign')).toEqual(['Assign', 'Unassign']);
});
