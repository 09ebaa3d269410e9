import type { OperationName } from '#contract/operations.ts';
import { ABSENT_ID, NO_OBJECT, type RowExamples } from './row-example.ts';

type WebhookRow = Extract<OperationName, `${string}Webhook${string}`>;

const NEW = { url: 'https://93.184.215.14/hooks', events: ['webhook.disabled'] } as const;

export const WEBHOOK_EXAMPLES: Pick<Readonly<Record<OperationName, RowExamples>>, WebhookRow> = {
  listWebhookSubscriptions: {
    success: (own) => ({ query: { id: own.webhooks.subscriptionId } }),
    errors: { not_found: () => ({ query: { id: ABSENT_ID } }) },
    foreign: (other) => ({ query: { id: other.webhooks.subscriptionId } }),
  },
  createWebhookSubscription: {
    success: () => ({ body: NEW }),
    errors: {
      insufficient_scope: async (own) => ({
        token: await own.session(['webhooks:write']),
        body: { ...NEW, include_pii: true },
      }),
      conflict: async (own) => ({ token: await own.webhooks.fullSite(), body: NEW }),
    },
    foreign: null,
  },
  updateWebhookSubscription: {
    success: (own) => ({ body: { id: own.webhooks.subscriptionId, description: 'To the warehouse' } }),
    errors: {
      insufficient_scope: async (own) => ({
        token: await own.session(['webhooks:write']),
        body: { id: own.webhooks.subscriptionId, include_pii: true },
      }),
      not_found: () => ({ body: { id: ABSENT_ID, enabled: false } }),
      conflict: async (own) => {
        const id = await own.webhooks.makeSubscription({ isOverlapping: true });
        return { body: { id, rotate_secret: true } };
      },
    },
    foreign: (other) => ({ body: { id: other.webhooks.subscriptionId, enabled: false } }),
  },
  deleteWebhookSubscription: {
    success: async (own) => ({ query: { id: await own.webhooks.makeSubscription() } }),
    errors: { not_found: () => ({ query: { id: ABSENT_ID } }) },
    foreign: (other) => ({ query: { id: other.webhooks.subscriptionId } }),
  },
  listWebhookDeliveries: {
    scope: 'admin:read',
    success: (own) => ({ query: { id: own.webhooks.deliveryId } }),
    errors: {
      insufficient_scope: async (own) => ({
        token: await own.session(['read']),
        query: { id: own.webhooks.deliveryId },
      }),
      not_found: () => ({ query: { id: ABSENT_ID } }),
    },
    foreign: (other) => ({ query: { id: other.webhooks.deliveryId } }),
  },
  sendWebhookDeliveries: {
    success: (own) => ({ body: { action: 'test', subscription_id: own.webhooks.subscriptionId } }),
    errors: {
      not_found: () => ({ body: { action: 'replay', id: ABSENT_ID } }),
      conflict: (own) => ({ body: { action: 'replay', id: own.webhooks.deliveryId } }),
    },
    foreign: (other) => ({ body: { action: 'test', subscription_id: other.webhooks.subscriptionId } }),
  },
  listWebhookEvents: { ...NO_OBJECT, success: () => ({}) },
};
