import type { ReactNode } from 'react';
import { PRIORITIES, STATUSES } from '#contract/ticket-names.ts';
import type { Ticket } from '#contract/tickets.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { isWholeService, useWhoami } from '#src/api/whoami.ts';
import { priorityWord, statusWord, tagsOf } from '#src/format/ticket-words.ts';
import { formatWeekday } from '#src/format/time.ts';
import { instantOf, wallTimeOf } from '#src/format/zone-time.ts';
import { Avatar } from '#src/ui/icons/avatar.tsx';
import { PriorityGlyph, StatusGlyph } from '#src/ui/icons/ticket-glyphs.tsx';
import type { TicketPatch } from '#src/ticket-edit/update/change-store.ts';
import { messages } from '#src/ticket-edit/messages.ts';
import { useAgents, useTags } from './picker-data.ts';

export type PickerField = 'status' | 'priority' | 'assignee' | 'tags' | 'snooze';

/** A line of the picker. */
export interface PickerChoice {
  readonly key: string;
  readonly label: string;
  readonly glyph?: ReactNode;
  readonly note?: string;
  /** The number of tickets that already have it. */
  readonly on: 'all' | 'some' | 'none';
  /** Null opens the field for a custom time. */
  readonly patch: TicketPatch | null;
}

/** The values that a field of these tickets can take. They do not move once they are on screen. */
export function useChoices(field: PickerField, tickets: readonly Ticket[]) {
  const whoami = useWhoami();
  const zone = useDisplayZone();
  const hasAgents = isWholeService(whoami);
  const agents = useAgents(field === 'assignee' && hasAgents);
  const tags = useTags(field === 'tags');
  const known = (choices: readonly PickerChoice[]) => ({ choices, isLoading: false, error: null });
  switch (field) {
    case 'status':
      return known(
        STATUSES.map((status) => ({
          key: status,
          label: statusWord(status),
          glyph: <StatusGlyph status={status} label="" />,
          on: share(tickets, (ticket) => ticket.status === status),
          patch: { status },
        })),
      );
    case 'priority':
      return known(
        PRIORITIES.map((priority) => ({
          key: priority,
          label: priorityWord(priority),
          glyph: <PriorityGlyph priority={priority} label="" />,
          on: share(tickets, (ticket) => ticket.priority === priority),
          patch: { priority },
        })),
      );
    case 'assignee':
      return {
        choices: assigneeChoices(agents.data?.items ?? [], tickets),
        isLoading: agents.isLoading,
        error: agents.error,
      };
    case 'tags':
      return { choices: tagChoices(tags.data?.tags ?? [], tickets), isLoading: tags.isLoading, error: tags.error };
    case 'snooze':
      return known(snoozeChoices(tickets, zone));
  }
}

/** The choices that contain the typed text, an exact match first. */
export function matching(choices: readonly PickerChoice[], typed: string): readonly PickerChoice[] {
  const wanted = typed.toLocaleLowerCase();
  const found = choices.filter(({ label }) => label.toLocaleLowerCase().includes(wanted));
  const isExact = ({ label }: PickerChoice): boolean => label.toLocaleLowerCase() === wanted;
  return found.some(isExact) ? found.toSorted((a, b) => Number(isExact(b)) - Number(isExact(a))) : found;
}

function share(tickets: readonly Ticket[], has: (ticket: Ticket) => boolean): PickerChoice['on'] {
  const count = tickets.filter(has).length;
  return count === 0 ? 'none' : count === tickets.length ? 'all' : 'some';
}

type Agent = { readonly id: string; readonly name: string; readonly is_me: boolean; readonly open_tickets: number };

/** The person of the token first, then by name; "Unassigned" last. */
function assigneeChoices(agents: readonly Agent[], tickets: readonly Ticket[]): readonly PickerChoice[] {
  const { picker } = messages;
  const order = agents.toSorted((a, b) => Number(b.is_me) - Number(a.is_me));
  return [
    ...order.map(({ id, name, is_me, open_tickets }) => ({
      key: id,
      label: is_me ? `${name} (${picker.me})` : name,
      glyph: <Avatar name={name} />,
      note: picker.openTickets(open_tickets),
      on: share(tickets, (ticket) => ticket.assignee_agent_id === id),
      patch: { assignee: { id, name } },
    })),
    {
      key: 'none',
      label: picker.nobody,
      on: share(tickets, (ticket) => (ticket.assignee_agent_id ?? null) === null),
      patch: { assignee: null },
    },
  ];
}

/** Tags of these tickets first. */
function tagChoices(
  tags: readonly { readonly name: string; readonly ticket_count: number }[],
  tickets: readonly Ticket[],
): readonly PickerChoice[] {
  const names = new Map<string, string>();
  for (const ticket of tickets) for (const tag of tagsOf(ticket.tags)) names.set(tag.toLowerCase(), tag);
  for (const { name } of tags.toSorted((a, b) => b.ticket_count - a.ticket_count)) {
    if (!names.has(name.toLowerCase())) names.set(name.toLowerCase(), name);
  }
  return [...names].map(([key, label]) => {
    const on = share(tickets, (ticket) => tagsOf(ticket.tags).some((tag) => tag.toLowerCase() === key));
    return { key, label, on, patch: on === 'all' ? { removeTags: [label] } : { addTags: [label] } };
  });
}

function snoozeChoices(tickets: readonly Ticket[], zone: string): readonly PickerChoice[] {
  const { picker } = messages;
  const times = snoozeTimes(Date.now(), zone);
  const choice = (key: (typeof SNOOZE_KEYS)[number]): PickerChoice => {
    const iso = new Date(times[key]).toISOString();
    return { key, label: picker[key], note: formatWeekday(iso, zone), on: 'none', patch: { snoozedUntilUtc: iso } };
  };
  const isAsleep = tickets.some((ticket) => (ticket.snoozed_until_utc ?? null) !== null);
  return [
    ...SNOOZE_KEYS.filter((key) => !isTwice(key, times)).map(choice),
    { key: 'custom', label: picker.custom, on: 'none', patch: null },
    ...(isAsleep ? [{ key: 'wake', label: picker.wake, on: 'none' as const, patch: { snoozedUntilUtc: null } }] : []),
  ];
}

const HOUR_MS = 3_600_000;
const MORNING = 9;

/** Instants (ms since 1970) that the snooze menu offers; mornings are at nine in the zone that times are shown in. */
export function snoozeTimes(nowMs: number, zone: string) {
  const now = wallTimeOf(nowMs, zone);
  const morning = (days: number) =>
    instantOf({ ...now, day: now.day + days, hour: MORNING, minute: 0, second: 0 }, zone);
  // 0 is Sunday; on a Monday the next one is meant.
  const weekday = new Date(Date.UTC(now.year, now.month - 1, now.day)).getUTCDay();
  return {
    laterToday: Math.ceil((nowMs + 3 * HOUR_MS) / 60_000) * 60_000,
    tomorrow: morning(1),
    monday: morning((8 - weekday) % 7 || 7),
    week: morning(7),
  };
}

/** In the order of the menu. */
export const SNOOZE_KEYS = ['laterToday', 'tomorrow', 'monday', 'week'] as const;

/** Whether two choices are the same time: on a Sunday, Monday is tomorrow; on a Monday, it is in a week. */
export function isTwice(key: (typeof SNOOZE_KEYS)[number], times: ReturnType<typeof snoozeTimes>): boolean {
  return key === 'monday' && (times.monday === times.tomorrow || times.monday === times.week);
}

/** The typed text as a choice: a new tag, or the id of an agent if the service lists none. */
export function typedChoice(
  field: PickerField,
  typed: string,
  choices: readonly PickerChoice[],
  hasAgents: boolean,
): PickerChoice | null {
  if (typed === '') return null;
  if (field === 'assignee' && !hasAgents && /^[1-9][0-9]{0,18}$/.test(typed)) {
    return { key: 'own', label: typed, on: 'none', patch: { assignee: { id: typed, name: typed } } };
  }
  const isKnown = choices.some(({ key }) => key === typed.toLowerCase());
  if (field !== 'tags' || isKnown || tagProblem(typed) !== null) return null;
  const note = messages.picker.isNew;
  return { key: typed.toLowerCase(), label: typed, note, on: 'none', patch: { addTags: [typed] } };
}

/** Why a text is not a valid tag; null if it is. */
export function tagProblem(typed: string): string | null {
  if (typed.includes(',')) return messages.picker.noComma;
  return [...typed].length > 60 ? messages.picker.longTag : null;
}
