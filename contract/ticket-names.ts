// Names without schemas: the browser shows them before it has loaded any schema.

/** Source: reference.md, Ticket. */
export const STATUSES = ['open', 'pending', 'resolved', 'closed'] as const;
/** Most urgent first. Source: reference.md, Ticket. */
export const PRIORITIES = ['urgent', 'high', 'normal', 'low'] as const;
