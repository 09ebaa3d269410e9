import { ACCESS } from './guides/access.ts';
import { ERRORS } from './guides/errors.ts';
import { EXTENSIONS_GUIDE } from './guides/extensions.ts';
import { FILTERS } from './guides/filters.ts';
import { FIRST_CALL } from './guides/first-call.ts';
import type { Guide } from './guides/guide.ts';
import { IDEMPOTENCY } from './guides/idempotency.ts';
import { LISTS } from './guides/lists.ts';
import { RATE_LIMITS } from './guides/rate-limits.ts';
import { IMPORT_GUIDE, INGEST_GUIDE } from './guides/sending-data.ts';
import { TYPESCRIPT } from './guides/typescript.ts';
import { IDS, TIMES } from './guides/values.ts';
import { WEBHOOKS } from './guides/webhooks.ts';

/** In the order of the page. */
export const GUIDES: readonly Guide[] = [
  FIRST_CALL,
  ACCESS,
  ERRORS,
  RATE_LIMITS,
  LISTS,
  FILTERS,
  IDEMPOTENCY,
  WEBHOOKS,
  IDS,
  TYPESCRIPT,
  TIMES,
  INGEST_GUIDE,
  IMPORT_GUIDE,
  EXTENSIONS_GUIDE,
];
