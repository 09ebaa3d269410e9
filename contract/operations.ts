import { getBusinessCalendar } from './calendar.ts';
import { getCustomer, listCustomerIdentities } from './customers.ts';
import type { Method, Operation } from './operation.ts';
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

export function findOperations(resource: string): ReadonlyMap<Method, Operation> {
  return BY_RESOURCE.get(resource) ?? NONE;
}

const NONE: ReadonlyMap<Method, Operation> = new Map();
const BY_RESOURCE = new Map<string, Map<Method, Operation>>();
for (const row of Object.values<Operation>(OPERATIONS)) {
  for (const name of [row.resource, ...row.aliases]) {
    const methods = BY_RESOURCE.get(name) ?? new Map<Method, Operation>();
    methods.set(row.method, row);
    BY_RESOURCE.set(name, methods);
  }
}
