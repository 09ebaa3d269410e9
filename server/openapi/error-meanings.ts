import type { ErrorCode } from '#contract/errors.ts';

interface ErrorMeaning {
  readonly meaning: string;
  /** The caller's next step. */
  readonly remedy: string;
}

/** For the page of the API and for docs/api.md. */
export const ERROR_MEANINGS: Readonly<Record<ErrorCode, ErrorMeaning>> = {
  bad_request: {
    meaning: 'The request cannot be read: no JSON object, bad UTF-8, too deep.',
    remedy: 'Send a JSON object in UTF-8.',
  },
  missing_field: {
    meaning: 'A required field or parameter is missing.',
    remedy: 'Add the field that the message names.',
  },
  bad_field: {
    meaning: 'A field or parameter has the wrong type, range, length or name, or was given twice.',
    remedy: 'Correct the field that the message names; `error.fields` names all if there are several.',
  },
  bad_channel: {
    meaning: 'The channel is none of whatsapp, messenger, instagram, sms and email.',
    remedy: 'Send one of these.',
  },
  no_identity: {
    meaning: 'There is no customer to bind the handle to.',
    remedy: 'Send an existing `identity_id`, an email or a phone.',
  },
  bad_header: {
    meaning: 'The CSV file lacks a required column, or has one twice.',
    remedy: 'Name the columns `channel` and `external_user_id` in the first line.',
  },
  empty_body: { meaning: 'The CSV file is empty.', remedy: 'Send the file as the body.' },
  no_rows: { meaning: 'The CSV file has a header but no rows.', remedy: 'Check how the file is written.' },
  empty_patch: {
    meaning: 'The change of the AI caps has no field.',
    remedy: 'Send at least one cap, or null to remove one.',
  },
  unauthorized: {
    meaning: 'There is no token, or it is unknown, revoked or expired; the answer does not say which.',
    remedy: 'Use another token. A session that ended is started again with the API token.',
  },
  insufficient_scope: {
    meaning: 'The token is valid, but lacks the scope that the message names.',
    remedy: 'Ask an administrator for a token with it.',
  },
  not_found: {
    meaning: 'The record does not exist, or belongs to another site.',
    remedy: 'Check the id. Repeating the call changes nothing.',
  },
  unknown_resource: {
    meaning: 'No resource has this name, or its extension is off.',
    remedy: 'Check the name, and `deployed` in `whoami`.',
  },
  method_not_allowed: {
    meaning: 'The resource exists, but not with this method.',
    remedy: 'The header `Allow` lists the methods.',
  },
  conflict: {
    meaning:
      'The record has changed since it was read, the name is taken, or an Idempotency-Key was used with another body.',
    remedy: 'Read `error.current`, decide again, and send the call with the new version.',
  },
  body_too_large: {
    meaning: 'The body is larger than 1 MiB of JSON or 16 MiB of CSV.',
    remedy: 'Send it in several calls.',
  },
  unsupported_media_type: {
    meaning: 'The `Content-Type` is not the one that the operation takes.',
    remedy: 'Send `application/json`, or `text/csv` for a file of handles.',
  },
  rate_limited: {
    meaning: "The minute's calls of the token are used up.",
    remedy: 'Wait for the seconds of `Retry-After`.',
  },
  ai_cap_exceeded: {
    meaning: 'A hard AI cap is reached.',
    remedy: 'Wait for the seconds of `Retry-After`, or have the cap raised.',
  },
  header_too_large: { meaning: 'The headers are larger than 16 KiB.', remedy: 'Send fewer or shorter ones.' },
  internal_error: {
    meaning: 'The service failed; this is a defect.',
    remedy: 'Give the operator the request id. A read can be repeated.',
  },
  bind_failed: { meaning: 'The site has no channels.', remedy: 'Have the feature deployed for the site.' },
  unbind_failed: { meaning: 'The site has no channels.', remedy: 'Have the feature deployed for the site.' },
  patch_failed: { meaning: 'The site has no AI usage.', remedy: 'Have the feature deployed for the site.' },
  copilot_failed: {
    meaning: 'The AI provider failed, refused the key, or none is configured.',
    remedy: 'Check the provider key, and try again later.',
  },
  overloaded: {
    meaning: 'The service is starting or has too much to do for this call.',
    remedy: 'Repeat the same call after the seconds of `Retry-After`.',
  },
};
