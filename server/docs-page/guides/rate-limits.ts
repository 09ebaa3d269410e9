import { html, listing } from '#server/docs-page/html.ts';
import { program } from '#server/docs-page/listing.ts';
import type { Guide } from './guide.ts';

export const RATE_LIMITS: Guide = {
  id: 'rate-limits',
  title: 'Rate limits',
  purpose: 'How many calls a minute a token has, the headers, 429 and Retry-After.',
  words: 'throttle throttling quota allowance 429 retry too many',
  body: () =>
    html`<p>
        A token has one allowance a minute for all its calls and those of its sessions. <code>whoami</code> answers it
        as <code>capabilities.rate_limit_per_min</code> (600 unless issued otherwise), and every answer says what is
        left:
      </p>
      ${listing('http', 'RateLimit-Policy: "token";q=600;w=60\nRateLimit: "token";r=599;t=60')}
      <p>
        <code>q</code> calls in <code>w</code> seconds; <code>r</code> are left, and in <code>t</code> seconds all of
        them are back. When none is left, calls are 429 <code>rate_limited</code> with <code>Retry-After</code> in
        seconds, and change nothing. 503 <code>overloaded</code> has the same header. Both can be repeated as they are.
        Calls with unknown tokens are limited to 60 a minute from one address.
      </p>
      <p>A function for Node 18 or newer that waits as asked; the examples below use it:</p>
      ${program('call.mjs')}`,
};
