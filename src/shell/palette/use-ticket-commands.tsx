import { useMemo, useState } from 'react';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { askForPortalLink } from '#src/portal-links/issue-host.tsx';
import { useAgents, useTags } from '#src/ticket-edit/pickers/picker-data.ts';
import { toggleStar, useStars } from '#src/ticket-edit/stars.ts';
import { useTicketTarget, type TicketTarget } from '#src/ticket-edit/ticket-target.ts';
import { copyTicketLink } from '#src/ticket-edit/verb-keys.ts';
import { messages as edit } from '#src/ticket-edit/verb-messages.ts';
import type { Command } from '#src/ui/keys/commands.ts';
import { messages as undoMessages } from '#src/undo/messages.ts';
import { undoLast } from '#src/undo/undo.ts';
import { messages as palette } from './palette-messages.ts';
import { mayNameTag, ticketCommands } from './ticket-commands.tsx';

const NONE: readonly never[] = [];

interface TicketCommands {
  /** Names their object, such as "#48213"; null where there is none. */
  readonly context: string | null;
  readonly isSelection: boolean;
  readonly commands: readonly Command[];
  /** Agents or tags are still on their way. */
  readonly isLoading: boolean;
}

/** Commands for the ticket in hand or the selection. @param text what is typed, without the prefix */
export function useTicketCommands(text: string): TicketCommands {
  const target = useTicketTarget();
  const whoami = useWhoami();
  const zone = useDisplayZone();
  const { reason } = useWriteAccess('tickets:write');
  const [nowMs] = useState(() => Date.now());
  const canTag = hasExtension(whoami, 'ticket_comments');
  const canSnooze = hasExtension(whoami, 'agents');
  const isThere = target !== null;
  const agents = useAgents(isThere && canSnooze);
  const tags = useTags(isThere && canTag);
  const stars = useStars(isThere);
  const items = agents.data?.items ?? NONE;
  const siteTags = tags.data?.tags ?? NONE;
  const id = whoami.agent_id ?? null;
  const tagText = mayNameTag(text) ? text : '';
  // A site has hundreds of agents and tags: their commands are made once, and not at each letter.
  const commands = useMemo(() => {
    if (target === null) return NONE;
    const changes = ticketCommands({
      target,
      agents: items,
      // Those that are used most come first.
      tags: siteTags.toSorted((a, b) => b.ticket_count - a.ticket_count),
      me: id === null ? null : { id, name: items.find((agent) => agent.is_me)?.name ?? id },
      can: { tags: canTag, snooze: canSnooze },
      zone,
      nowMs,
      text: tagText,
      reason,
    });
    return [...changes, ...otherCommands(target, stars)];
  }, [target, items, siteTags, id, canTag, canSnooze, zone, nowMs, tagText, reason, stars]);
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

/** Commands that change no ticket, or take a change back. */
function otherCommands(
  { tickets: [ticket], selected }: TicketTarget,
  stars: ReadonlyMap<number, number>,
): readonly Command[] {
  const undo = command('undo', undoMessages.undoLast, 'back', 'mod+z', undoLast);
  if (ticket === undefined || selected !== null) return [undo];
  const { ticket_number: number } = ticket;
  const star = stars.has(number) ? palette.ticket.unstar : palette.ticket.star;
  return [
    command('copy-link', edit.verbs.copyLink, 'copy', 'l', () => void copyTicketLink(ticket)),
    ...(ticket.requester_email === null
      ? []
      : [
          command('ticket-portal-link', palette.ticket.portalLink, 'key', null, () =>
            askForPortalLink({ email: ticket.requester_email, name: ticket.requester_name }),
          ),
        ]),
    command('star', star, 'star', 'shift+s', () => void toggleStar(number)),
    undo,
  ];
}

function command(id: string, label: string, icon: Command['icon'], kbd: string | null, run: () => void): Command {
  const key = kbd === null ? {} : { kbd };
  return { id: `ticket.${id}`, group: 'ticket', label, run, ...key, ...(icon === undefined ? {} : { icon }) };
}
