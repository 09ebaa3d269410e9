// Names without schemas: the browser shows them before it has loaded any schema.

/** As the API document has them. */
export const STATUSES = ['open', 'pending', 'resolved', 'closed'] as const;
/** Most urgent first. As the API document has them. */
export const PRIORITIES = ['urgent', 'high', 'normal', 'low'] as const;

/** Open minutes until a reply is due, at most. */
export const MAX_REPLY_TARGET_MINUTES = 43_200;
