import type { getCustomer as GetCustomerRow } from '#contract/customers.ts';
import type {
  listSavedViews as ListSavedViewsRow,
  createSavedView as CreateSavedViewRow,
  updateSavedView as UpdateSavedViewRow,
  deleteSavedView as DeleteSavedViewRow,
  getPreferences as GetPreferencesRow,
  updatePreferences as UpdatePreferencesRow,
} from '#contract/personal.ts';
import type {
  createTag as CreateTagRow,
  updateTag as UpdateTagRow,
  deleteTag as DeleteTagRow,
} from '#contract/tags.ts';
import type {
  bulkUpdateTickets as BulkUpdateTicketsRow,
  undoTickets as UndoTicketsRow,
} from '#contract/ticket-bulk.ts';
import type {
  createTicket as CreateTicketRow,
  updateTicket as UpdateTicketRow,
  addTicketComment as AddTicketCommentRow,
} from '#contract/ticket-writes.ts';
import type { Endpoint } from './endpoints.ts';

/** What no page needs to begin with: writes, and reads that something else asks for. See endpoints.ts. */

const customers = () => import('#contract/customers.ts');
const personal = () => import('#contract/personal.ts');
const tags = () => import('#contract/tags.ts');
const bulk = () => import('#contract/ticket-bulk.ts');
const tickets = () => import('#contract/ticket-writes.ts');

export const createTicket: Endpoint<typeof CreateTicketRow> = {
  name: 'createTicket',
  resource: 'tickets',
  method: 'POST',
  loadRow: async () => (await tickets()).createTicket,
};

export const updateTicket: Endpoint<typeof UpdateTicketRow> = {
  name: 'updateTicket',
  resource: 'ticket',
  method: 'PATCH',
  loadRow: async () => (await tickets()).updateTicket,
};

export const addTicketComment: Endpoint<typeof AddTicketCommentRow> = {
  name: 'addTicketComment',
  resource: 'ticket_comments',
  method: 'POST',
  loadRow: async () => (await tickets()).addTicketComment,
};

export const bulkUpdateTickets: Endpoint<typeof BulkUpdateTicketsRow> = {
  name: 'bulkUpdateTickets',
  resource: 'tickets_bulk',
  method: 'POST',
  loadRow: async () => (await bulk()).bulkUpdateTickets,
};

export const undoTickets: Endpoint<typeof UndoTicketsRow> = {
  name: 'undoTickets',
  resource: 'tickets_undo',
  method: 'POST',
  loadRow: async () => (await bulk()).undoTickets,
};

export const createTag: Endpoint<typeof CreateTagRow> = {
  name: 'createTag',
  resource: 'tags',
  method: 'POST',
  loadRow: async () => (await tags()).createTag,
};

export const updateTag: Endpoint<typeof UpdateTagRow> = {
  name: 'updateTag',
  resource: 'tags',
  method: 'PATCH',
  loadRow: async () => (await tags()).updateTag,
};

export const deleteTag: Endpoint<typeof DeleteTagRow> = {
  name: 'deleteTag',
  resource: 'tags',
  method: 'DELETE',
  loadRow: async () => (await tags()).deleteTag,
};

export const listSavedViews: Endpoint<typeof ListSavedViewsRow> = {
  name: 'listSavedViews',
  resource: 'saved_views',
  method: 'GET',
  loadRow: async () => (await personal()).listSavedViews,
};

export const createSavedView: Endpoint<typeof CreateSavedViewRow> = {
  name: 'createSavedView',
  resource: 'saved_views',
  method: 'POST',
  loadRow: async () => (await personal()).createSavedView,
};

export const updateSavedView: Endpoint<typeof UpdateSavedViewRow> = {
  name: 'updateSavedView',
  resource: 'saved_views',
  method: 'PATCH',
  loadRow: async () => (await personal()).updateSavedView,
};

export const deleteSavedView: Endpoint<typeof DeleteSavedViewRow> = {
  name: 'deleteSavedView',
  resource: 'saved_views',
  method: 'DELETE',
  loadRow: async () => (await personal()).deleteSavedView,
};

export const getPreferences: Endpoint<typeof GetPreferencesRow> = {
  name: 'getPreferences',
  resource: 'preferences',
  method: 'GET',
  loadRow: async () => (await personal()).getPreferences,
};

export const updatePreferences: Endpoint<typeof UpdatePreferencesRow> = {
  name: 'updatePreferences',
  resource: 'preferences',
  method: 'PATCH',
  loadRow: async () => (await personal()).updatePreferences,
};

export const getCustomer: Endpoint<typeof GetCustomerRow> = {
  name: 'getCustomer',
  resource: 'customer',
  method: 'GET',
  loadRow: async () => (await customers()).getCustomer,
};
