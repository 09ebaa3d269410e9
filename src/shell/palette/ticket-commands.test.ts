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

it('offers the same for a selection', () => {
  const { labels } = offered({}, { selected: 2 });
  expect(labels('reopen')).toEqual(['Reopen']);
  expect(labels('marta')).toEqual(['Assign to Marta Ruiz']);
  expect(labels('firmware')).toEqual(['Add tag firmware', 'Remove tag firmware']);
});

it('says that the list continues with the next ticket', () => {
  const { find, applied } = offered({}, { hasNext: true });
  expect(find('mark as p').map(({ label, note }) => [label, note])).toEqual([['Mark as pending', 'and next']]);
  find('mark as p')[0]?.run?.();
  expect(applied).toEqual([{ status: 'pending', goesOn: true }]);
});

it('shows why a command is disabled, and has no tags and snoozing on a service with the API document alone', () => {
  const { commands } = offered({ reason: 'This token lacks the scope tickets:write.' });
  expect(commands.every(({ disabledReason }) => disabledReason !== undefined)).toBe(true);
  const bare = offered({ isWhole: false, agents: [], me: null });
  expect(bare.labels('tag')).toEqual([]);
  expect(bare.labels('snooze')).toEqual([]);
  expect(bare.labels('assign')).toEqual(['Assign', 'Unassign']);
});
