import type { getBusinessCalendar as CalendarRow } from '#contract/calendar.ts';
import type { Operation } from '#contract/operation.ts';
import type {
  endSession as EndRow,
  getHealth as HealthRow,
  getWhoami as WhoamiRow,
  startSession as StartRow,
} from '#contract/site.ts';
import type { listTags as TagsRow } from '#contract/tags.ts';
import type { getTicket as TicketRow, listAgents as AgentsRow, listTickets as TicketsRow } from '#contract/tickets.ts';

/**
 * What it takes to send a call. The row itself, with the schemas that read the answer, is fetched while the answer is on
 * its way: the first call leaves the browser before any schema has arrived. The types hold both to the same row.
 */
export interface Endpoint<Row extends Operation> {
  readonly name: Row['name'];
  readonly resource: Row['resource'];
  readonly method: Row['method'];
  readonly loadRow: () => Promise<Row>;
}

const site = () => import('#contract/site.ts');
const tickets = () => import('#contract/tickets.ts');

export const getWhoami: Endpoint<typeof WhoamiRow> = {
  name: 'getWhoami',
  resource: 'whoami',
  method: 'GET',
  loadRow: async () => (await site()).getWhoami,
};

export const getHealth: Endpoint<typeof HealthRow> = {
  name: 'getHealth',
  resource: 'health',
  method: 'GET',
  loadRow: async () => (await site()).getHealth,
};

export const startSession: Endpoint<typeof StartRow> = {
  name: 'startSession',
  resource: 'sessions',
  method: 'POST',
  loadRow: async () => (await site()).startSession,
};

export const endSession: Endpoint<typeof EndRow> = {
  name: 'endSession',
  resource: 'sessions',
  method: 'DELETE',
  loadRow: async () => (await site()).endSession,
};

export const listTickets: Endpoint<typeof TicketsRow> = {
  name: 'listTickets',
  resource: 'tickets',
  method: 'GET',
  loadRow: async () => (await tickets()).listTickets,
};

export const getTicket: Endpoint<typeof TicketRow> = {
  name: 'getTicket',
  resource: 'ticket',
  method: 'GET',
  loadRow: async () => (await tickets()).getTicket,
};

export const listAgents: Endpoint<typeof AgentsRow> = {
  name: 'listAgents',
  resource: 'agents',
  method: 'GET',
  loadRow: async () => (await tickets()).listAgents,
};

export const listTags: Endpoint<typeof TagsRow> = {
  name: 'listTags',
  resource: 'tags',
  method: 'GET',
  loadRow: async () => (await import('#contract/tags.ts')).listTags,
};

export const getBusinessCalendar: Endpoint<typeof CalendarRow> = {
  name: 'getBusinessCalendar',
  resource: 'business_calendar',
  method: 'GET',
  loadRow: async () => (await import('#contract/calendar.ts')).getBusinessCalendar,
};
