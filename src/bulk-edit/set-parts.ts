import type { Ticket } from '#contract/tickets.ts';
import type { JobRow } from './receipt.ts';
import { formatCount } from '#src/format/number.ts';
import { messages } from './messages.ts';

/** Tickets of a set that might not be meant: they can be left out together. Parts may overlap. */
export interface SetPart {
  readonly key: string;
  readonly label: string;
  readonly ids: ReadonlySet<bigint>;
}

/** More are counted together. */
const MAX_AGENTS = 4;
const DAY_MS = 24 * 3_600_000;

interface View {
  /** The agent of the token: one's own tickets are no surprise. */
  readonly me: string | null;
  readonly nowMs: number;
}

/** The parts of the set that a change is about to change. Parts without a ticket are left out. */
export function partsOf(
  rows: readonly JobRow[],
  tickets: ReadonlyMap<bigint, Ticket>,
  { me, nowMs }: View,
): readonly SetPart[] {
  const known = rows.flatMap(({ id, state }) => (state === 'waiting' ? (tickets.get(id) ?? []) : []));
  const isActive = ({ status }: Ticket): boolean => status === 'open' || status === 'pending';
  const part = (key: string, label: string, isIn: (ticket: Ticket) => boolean): SetPart => ({
    key,
    label,
    ids: new Set(known.filter(isIn).map(({ id }) => id)),
  });
  const { part: words } = messages.confirm;
  const agents = agentsOf(known, me);
  const named = agents.slice(0, MAX_AGENTS);
  const others = new Set(agents.slice(MAX_AGENTS).map(({ id }) => id));
  const parts = [
    part('unanswered', words.unanswered, (ticket) => isActive(ticket) && ticket.first_response_utc === null),
    part('urgent', words.urgent, ({ priority }) => priority === 'urgent'),
    part('fresh', words.fresh, ({ created_utc: at }) => Date.parse(at) > nowMs - DAY_MS),
    part(
      'snoozed',
      words.snoozed,
      (ticket) => isActive(ticket) && Date.parse(ticket.snoozed_until_utc ?? '1970-01-01') > nowMs,
    ),
    ...named.map(({ id, name }) =>
      part(`agent ${id}`, words.agent(name), ({ assignee_agent_id: agent }) => agent === id),
    ),
    part('other agents', words.otherAgents(others.size, formatCount(others.size)), ({ assignee_agent_id: agent }) =>
      others.has(agent ?? ''),
    ),
  ];
  return parts.filter(({ ids }) => ids.size > 0);
}

interface Agent {
  readonly id: string;
  readonly name: string;
}

/** Everybody else who is assigned to some of them, those with the most first. */
function agentsOf(tickets: readonly Ticket[], me: string | null): readonly Agent[] {
  const counts = new Map<string, Agent & { readonly count: number }>();
  for (const { assignee_agent_id: id, assignee_name: name } of tickets) {
    if (id === undefined || id === null || id === me) continue;
    counts.set(id, { id, name: name ?? id, count: (counts.get(id)?.count ?? 0) + 1 });
  }
  return [...counts.values()].toSorted((a, b) => b.count - a.count || a.name.localeCompare(b.name));
}

/** The tickets of some parts, each once. */
export function idsOf(parts: readonly SetPart[]): ReadonlySet<bigint> {
  return new Set(parts.flatMap(({ ids }) => [...ids]));
}
