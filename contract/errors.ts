import * as z from 'zod/mini';

/** Every error code that the service answers, with its HTTP status. See docs/api.md, "Errors". */
export const ERROR_STATUS = {
  bad_request: 400,
  missing_field: 400,
  bad_field: 400,
  bad_channel: 400,
  no_identity: 400,
  bad_header: 400,
  empty_body: 400,
  no_rows: 400,
  empty_patch: 400,
  unauthorized: 401,
  insufficient_scope: 403,
  not_found: 404,
  unknown_resource: 404,
  method_not_allowed: 405,
  conflict: 409,
  body_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  ai_cap_exceeded: 429,
  header_too_large: 431,
  internal_error: 500,
  bind_failed: 500,
  unbind_failed: 500,
  patch_failed: 500,
  copilot_failed: 502,
  overloaded: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** `fields` (name -> message) is ours, where several fields are wrong at once. */
export const errorEnvelope = z.object({
  ok: z.literal(false),
  error: z.object({
    code: z.string(),
    message: z.string(),
    fields: z.optional(z.record(z.string(), z.string())),
    /** The present state of the object, with a 409 after a stale write. */
    current: z.optional(z.unknown()),
  }),
});

export type ErrorEnvelope = z.output<typeof errorEnvelope>;
