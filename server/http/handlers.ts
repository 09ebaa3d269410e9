import type { OPERATIONS, OperationName } from '#contract/operations.ts';
import { getHealth } from '#server/site/health.ts';
import { getWhoami } from '#server/site/whoami.ts';
import { getBusinessCalendar } from '#server/calendar/calendar.ts';
import { getCustomer, listCustomerIdentities } from '#server/customers/customers.ts';
import { listAgents } from '#server/tickets/agents.ts';
import { listTags } from '#server/tickets/tags.ts';
import { addTicketComment, createTicket, getTicket, listTickets, updateTicket } from '#server/tickets/tickets.ts';
import { endSession, startSession } from '#server/tokens/sessions.ts';
import type { Handler } from './call.ts';

/** A row without a handler, or a handler with a wrong reply, does not compile. */
export const HANDLERS = {
  getWhoami,
  getHealth,
  startSession,
  endSession,
  listTickets,
  createTicket,
  getTicket,
  updateTicket,
  addTicketComment,
  listAgents,
  listTags,
  getCustomer,
  listCustomerIdentities,
  getBusinessCalendar,
} satisfies { [Name in OperationName]: Handler<(typeof OPERATIONS)[Name]> };
