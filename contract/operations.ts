import { getBusinessCalendar } from './calendar.ts';
import { getCustomer, listCustomerIdentities } from './customers.ts';
import type { Operation } from './operation.ts';
import { endSession, getHealth, getWhoami, startSession } from './site.ts';
import {
  addTicketComment,
  createTicket,
  getTicket,
  listAgents,
  listTags,
  listTickets,
  updateTicket,
} from './tickets.ts';

/** The table of operations: whoever needs all of them reads this; a view imports just its own rows. */
export const OPERATIONS = {
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
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof OPERATIONS;
