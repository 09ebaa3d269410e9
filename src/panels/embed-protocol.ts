import * as z from 'zod/mini';

/** The messages between a host page and a frame (docs/embedding.md). Messages of another shape are dropped. */
export const VERSION = 1;

/** Posted by the frame to its parent window, once its script runs. */
export const READY = { type: 'support-console:ready', version: VERSION } as const;

/** The only address that a host may lead a frame to, and that a frame tells: one of `/embed/`, with its query. */
const embedPath = z.string().check(z.maxLength(8_192), z.regex(/^\/embed\/[a-z-]+(?:\?[^#\\]*)?$/));
const theme = z.enum(['system', 'light', 'dark']);
const token = z.string().check(z.minLength(1), z.maxLength(4_096));

/** The host's one answer, with a port for everything after it. */
export const initMessage = z.object({
  type: z.literal('support-console:init'),
  version: z.literal(VERSION),
  token,
  theme: z.optional(theme),
  /** BCP 47, for dates and numbers. */
  locale: z.optional(z.string().check(z.maxLength(64))),
  /** IANA name. */
  timeZone: z.optional(z.string().check(z.maxLength(64))),
  edit: z.optional(z.boolean()),
});
export type InitMessage = z.output<typeof initMessage>;

/** From the host, on the port. */
export const hostMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('token'), token }),
  z.object({ type: z.literal('theme'), theme }),
  z.object({ type: z.literal('navigate'), path: embedPath }),
]);
export type HostMessage = z.output<typeof hostMessage>;

/** Why a frame asks for another token: it ended, the service refused it at once, it belongs to another site, or no answer came. */
export type TokenReason = 'ended' | 'refused' | 'other_site' | 'unavailable';
/** `not_embeddable`: an address that the frame does not show. `unavailable`: the service does not answer. */
export type ErrorCode = 'token_refused' | 'other_site' | 'not_embeddable' | 'unavailable';

/** From the frame, on the port. */
export type FrameMessage =
  | { readonly type: 'height'; readonly height: number }
  | { readonly type: 'navigated'; readonly path: string }
  | { readonly type: 'token_needed'; readonly reason: TokenReason }
  | { readonly type: 'error'; readonly code: ErrorCode };
