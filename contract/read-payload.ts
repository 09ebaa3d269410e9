import * as z from 'zod/mini';
import type { Operation, Reply } from './operation.ts';
import { tolerant } from './tolerant.ts';

/** An answer that is no reply of this row. */
export class UnreadableReply extends Error {}

/** The payload of a success answer, read with tolerance. @throws UnreadableReply that names the field. */
export function readPayload<Row extends Operation>(row: Row, json: unknown): Reply<Row> {
  const payload = row.shape === 'envelope' ? openEnvelope(json) : json;
  const parsed = z.safeParse(tolerant(row.reply), payload);
  // The one place where the reader's schema stands for the row's: an enumeration may hold a name that is not in it.
  if (parsed.success) return parsed.data as Reply<Row>;
  const [issue] = parsed.error.issues;
  throw new UnreadableReply(`${issue?.path.join('.') || 'the answer'}: ${issue?.message ?? 'has another shape'}`);
}

function openEnvelope(json: unknown): unknown {
  if (typeof json === 'object' && json !== null && 'ok' in json && json.ok === true && 'data' in json) return json.data;
  throw new UnreadableReply('the answer has no envelope');
}
