import type * as z from 'zod/mini';
import { isChannel, isDamagedNumber, NOT_A_CHANNEL } from '#contract/bind-row.ts';
import { phoneKey } from '#contract/contact-keys.ts';
import {
  checkCustomers,
  importCustomers,
  type ImportedCustomer,
  type ImportedHandle,
} from '#server/customers/import-customers.ts';
import type { ApiError } from '#server/operation/api-error.ts';
import type { Site } from '#server/operation/call.ts';
import { checkPast, fieldError } from '#server/operation/field-errors.ts';
import { customerRow } from './import-rows.ts';
import { parseRow } from './parse-row.ts';
import { faultOf, storeTogether, type CheckedStore, type RowOutcome } from './row-store.ts';
import { lockImports } from './store-rows.ts';

const BATCH = 100;

type Plan = { readonly customer: ImportedCustomer } | { readonly outcome: RowOutcome };

/** The store of customers. A row whose external ID was imported before is skipped. */
export function customerStore(site: Site): CheckedStore {
  const seen = new Set<string>();
  return {
    kind: 'customers',
    batch: BATCH,
    async check(db, rows, { now }) {
      const plans = rows.map((row): Plan => {
        const plan = planCustomer(site, row, now);
        if (!('customer' in plan)) return plan;
        if (seen.has(plan.customer.externalId)) return { outcome: 'skipped' };
        seen.add(plan.customer.externalId);
        return plan;
      });
      return complete(plans, (await checkCustomers(db, site, customersOf(plans))).map(outcomeOf));
    },
    async store(db, rows, context) {
      await lockImports(db, site.id);
      const plans = rows.map((row) => planCustomer(site, row, context.now));
      const outcomes = await storeTogether(db, customersOf(plans), async (db, customers) =>
        (await importCustomers(db, site, customers, context)).map(outcomeOf),
      );
      return complete(plans, outcomes);
    },
  };
}

function customersOf(plans: readonly Plan[]): ImportedCustomer[] {
  return plans.flatMap((plan) => ('customer' in plan ? [plan.customer] : []));
}

/** Puts the outcomes of the valid rows between those of the others. */
function complete(plans: readonly Plan[], outcomes: readonly RowOutcome[]): RowOutcome[] {
  let at = 0;
  return plans.map((plan) => {
    if ('outcome' in plan) return plan.outcome;
    const outcome = outcomes[at];
    at += 1;
    if (outcome === undefined) throw new Error('a customer has no outcome');
    return outcome;
  });
}

function outcomeOf(outcome: 'imported' | 'skipped' | ApiError): RowOutcome {
  return typeof outcome === 'string' ? outcome : faultOf(outcome);
}

const DAMAGED = 'is a number that a spreadsheet shortened, such as 4.91517E+12';

function planCustomer(site: Site, row: object, now: Date): Plan {
  const parsed = parseRow(customerRow, row);
  if ('fault' in parsed) return { outcome: parsed.fault };
  const { external_id: externalId, email = null, phone = null, display_name: name, first_seen_utc } = parsed.data;
  if (phone !== null && isDamagedNumber(phone)) {
    return { outcome: { code: 'damaged_number', message: `phone ${DAMAGED}` } };
  }
  try {
    checkPast('first_seen_utc', first_seen_utc, now);
    if (phone !== null && phoneKey(phone, site.country) === null) throw fieldError('phone', 'must have digits');
  } catch (error) {
    return { outcome: faultOf(error) };
  }
  const channels = readChannels(parsed.data.channels ?? []);
  if ('outcome' in channels) return channels;
  const displayName = name === undefined || name === null || name.trim() === '' ? null : name.trim();
  return {
    customer: { externalId, email, phone, displayName, firstSeenUtc: first_seen_utc ?? null, ...channels },
  };
}

function readChannels(
  rows: NonNullable<z.output<typeof customerRow>['channels']>,
): { readonly channels: ImportedHandle[] } | { readonly outcome: RowOutcome } {
  const channels = new Map<string, ImportedHandle>();
  for (const [index, { channel, external_user_id: externalUserId, display_handle: shown }] of rows.entries()) {
    const at = `channels[${index}]`;
    if (!isChannel(channel)) return { outcome: { code: 'bad_channel', message: `${at}: ${NOT_A_CHANNEL}` } };
    if ((channel === 'whatsapp' || channel === 'sms') && isDamagedNumber(externalUserId)) {
      return { outcome: { code: 'damaged_number', message: `${at}.external_user_id ${DAMAGED}` } };
    }
    channels.set(`${channel} ${externalUserId}`, { channel, externalUserId, displayHandle: shown ?? null });
  }
  return { channels: [...channels.values()] };
}
