import { useMemo, useState } from 'react';
import { PRIORITIES } from '#contract/ticket-names.ts';
import type { TicketStatus } from '#contract/tickets.ts';
import { isWholeService, useWhoami } from '#src/api/whoami.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { tagsOf } from '#src/format/ticket-words.ts';
import { formatInstant } from '#src/format/time.ts';
import { askForPortalLink } from '#src/portal-links/issue-dialog.tsx';
import { snoozeTimes, type PickerField } from '#src/ticket-edit/pickers/picker-choices.tsx';
import { useAgents, useTags } from '#src/ticket-edit/pickers/picker-data.ts';
import { useTicketTarget, type TicketTarget } from '#src/ticket-edit/ticket-target.ts';
import type { TicketPatch } from '#src/ticket-edit/update/change-store.ts';
import { copyTicketLink } from '#src/ticket-edit/verb-keys.ts';
import { messages as edit } from '#src/ticket-edit/verb-messages.ts';
import { Avatar } from '#src/ui/icons/avatar.tsx';
import { PriorityGlyph, StatusGlyph } from '#src/ui/icons/ticket-glyphs.tsx';
import type { Command } from '#src/ui/keys/commands.ts';
import { messages as undoMessages } from '#src/undo/messages.ts';
import { undoLast } from '#src/undo/undo.ts';
import { messages as palette } from './palette-messages.ts';

const texts = palette.ticket;

export interface TicketFacts {
  readonly target: TicketTarget;
  readonly agents: readonly { readonly id: string; readonly name: string; readonly is_me: boolean }[];
  readonly tags: readonly { readonly name: string }[];
  /** The agent of this token. */
  readonly me: { readonly id: string; readonly name: string } | null;
  /** Tags and snoozing need our extensions. */
  readonly isWhole: boolean;
  readonly zone: string;
  readonly nowMs: number;
  /** Why this token may not change tickets. */
  readonly reason: string | undefined;
}

/** As the buttons and keys name them. */
const keywordsOf: Readonly<Record<TicketStatus, string>> = {
  open: '',
  pending: edit.verbs.pending,
  resolved: edit.verbs.resolve,
  closed: edit.verbs.close,
};

/** Every change of the tickets in hand, with its values. */
export function ticketCommands(facts: TicketFacts): readonly Command[] {
  const { target, isWhole, reason } = facts;
  const command = (id: string, label: string, run: () => void, more: Partial<Command> = {}): Command => ({
    id: `ticket.${id}`,
    group: 'ticket',
    label,
    run,
    ...more,
    ...(reason === undefined ? {} : { disabledReason: reason }),
  });
  const apply =
    (patch: TicketPatch, goesOn = false) =>
    () =>
      target.apply(patch, goesOn);
  const pick = (field: PickerField) => () => target.pick(field);
  const { me, agents, tags, zone, nowMs } = facts;
  const { verbs } = edit;
  const statuses: readonly (readonly [TicketStatus, string])[] = [
    ['resolved', 'e'],
    ['pending', 'p'],
    ['open', 'o'],
    ['closed', 'shift+e'],
  ];
  const times = snoozeTimes(nowMs, zone);
  const ticketTags = new Map(target.tickets.flatMap(({ tags: names }) => tagsOf(names)).map((tag) => [fold(tag), tag]));

  return [
    ...statuses.map(([status, kbd]) =>
      command(status, texts.markAs[status], apply({ status }, status !== 'open'), {
        kbd,
        keywords: keywordsOf[status],
        glyph: <StatusGlyph status={status} label="" />,
        ...(status !== 'open' && target.hasNext ? { note: texts.andNext } : {}),
      }),
    ),
    command('assign', verbs.assign, pick('assignee'), { kbd: 'a', icon: 'person' }),
    ...(me === null ? [] : [command('assign-me', verbs.assignMe, apply({ assignee: me }), { icon: 'person' })]),
    ...agents
      .filter(({ is_me }) => !is_me)
      .map(({ id, name }) =>
        command(`assign.${id}`, texts.assignTo(name), apply({ assignee: { id, name } }), {
          glyph: <Avatar name={name} />,
          oneOf: 'assign',
        }),
      ),
    command('unassign', texts.unassign, apply({ assignee: null }), {
      icon: 'person',
      oneOf: 'unassign',
      keywords: 'assign to nobody',
    }),
    command('priority', verbs.priority, pick('priority'), { kbd: 'shift+p', icon: 'sort' }),
    ...PRIORITIES.map((priority) =>
      command(`priority.${priority}`, texts.setPriority[priority], apply({ priority }), {
        glyph: <PriorityGlyph priority={priority} label="" />,
        oneOf: 'priority',
      }),
    ),
    ...(isWhole ? [...tagCommands(), ...snoozeCommands()] : []),
  ];

  function snoozeCommands(): readonly Command[] {
    return [
      command('snooze', verbs.snooze, pick('snooze'), { kbd: 'z', icon: 'clock' }),
      ...(['laterToday', 'tomorrow', 'monday', 'week'] as const).map((key) => {
        const until = new Date(times[key]).toISOString();
        return command(`snooze.${key}`, texts.snoozeUntil[key], apply({ snoozedUntilUtc: until }, true), {
          note: formatInstant(until, zone),
          icon: 'clock',
          oneOf: 'snooze',
        });
      }),
      command('wake', texts.wake, apply({ snoozedUntilUtc: null }), { icon: 'clock' }),
    ];
  }

  function tagCommands(): readonly Command[] {
    const tag = (kind: 'add' | 'remove', name: string, patch: TicketPatch) =>
      command(`tag.${kind}.${fold(name)}`, texts.tag[kind](name), apply(patch), { icon: 'tag', oneOf: `tag.${kind}` });
    const names = new Map(tags.map(({ name }) => [fold(name), name]));
    for (const [folded, name] of ticketTags) if (!names.has(folded)) names.set(folded, name);
    return [
      command('tags', verbs.tags, pick('tags'), { kbd: 't', icon: 'tag' }),
      ...[...names.values()].map((name) => tag('add', name, { addTags: [name] })),
      ...[...ticketTags.values()].map((name) => tag('remove', name, { removeTags: [name] })),
    ];
  }
}

function fold(tag: string): string {
  return tag.toLowerCase();
}

const NONE: readonly never[] = [];

interface TicketCommands {
  /** Names their object, such as "#48213"; null where there is none. */
  readonly context: string | null;
  readonly isSelection: boolean;
  readonly commands: readonly Command[];
  /** Agents or tags are still on their way. */
  readonly isLoading: boolean;
}

/** Commands for the ticket in hand or the selection. */
export function useTicketCommands(): TicketCommands {
  const target = useTicketTarget();
  const whoami = useWhoami();
  const zone = useDisplayZone();
  const { reason } = useWriteAccess('tickets:write');
  const [nowMs] = useState(() => Date.now());
  const isWhole = isWholeService(whoami);
  const isThere = target !== null;
  const agents = useAgents(isThere && isWhole);
  const tags = useTags(isThere && isWhole);
  const items = agents.data?.items ?? NONE;
  const siteTags = tags.data?.tags ?? NONE;
  const id = whoami.agent_id ?? null;
  // A site has hundreds of agents and tags: their commands are made once, and not at each letter.
  const commands = useMemo(() => {
    if (target === null) return NONE;
    const changes = ticketCommands({
      target,
      agents: items,
      // Those that are used most come first.
      tags: siteTags.toSorted((a, b) => b.ticket_count - a.ticket_count),
      me: id === null ? null : { id, name: items.find((agent) => agent.is_me)?.name ?? id },
      isWhole,
      zone,
      nowMs,
      reason,
    });
    return [...changes, ...otherCommands(target)];
  }, [target, items, siteTags, id, isWhole, zone, nowMs, reason]);
  return {
    context: target === null ? null : contextOf(target),
    isSelection: target !== null && target.selected !== null,
    commands,
    isLoading: agents.isLoading || tags.isLoading,
  };
}

function contextOf({ tickets, selected }: TicketTarget): string {
  if (selected !== null) return edit.selected(selected, formatCount(selected));
  return edit.number(String(tickets[0]?.ticket_number ?? ''));
}

/** Commands that change no ticket, or undo a change. */
function otherCommands({ tickets: [ticket], selected }: TicketTarget): readonly Command[] {
  const undo = command('undo', undoMessages.undoLast, 'back', 'mod+z', undoLast);
  if (ticket === undefined || selected !== null) return [undo];
  return [
    command('copy-link', edit.verbs.copyLink, 'copy', 'l', () => void copyTicketLink(ticket)),
    ...(ticket.requester_email === null
      ? []
      : [
          command('ticket-portal-link', palette.ticket.portalLink, 'key', null, () =>
            askForPortalLink({ email: ticket.requester_email, name: ticket.requester_name }),
          ),
        ]),
    undo,
  ];
}

function command(id: string, label: string, icon: Command['icon'], kbd: string | null, run: () => void): Command {
  const key = kbd === null ? {} : { kbd };
  return { id: `ticket.${id}`, group: 'ticket', label, run, ...key, ...(icon === undefined ? {} : { icon }) };
}
