import { startReceiver, type Receiver } from './receiver.ts';
import {
  startTestService,
  type TestAnswer,
  type TestService,
  type TestServiceOptions,
  type TestSite,
} from './service.ts';

/** A site whose webhooks may go to receivers on this machine. The test moves the clock; retries have no jitter. */
export interface WebhookSite extends TestSite {
  readonly service: TestService;
  readonly receiver: Receiver;
  /** Subscribes the receiver, or another address. */
  subscribe(body?: Readonly<Record<string, unknown>>): Promise<{ id: bigint; secret: string }>;
  call(method: string, resource: string, input?: Readonly<Record<string, unknown>>): Promise<TestAnswer>;
  /** Creates a ticket, and with it an event. */
  createTicket(body?: Readonly<Record<string, unknown>>): Promise<bigint>;
  /** Sends all due deliveries. */
  runDue(): Promise<void>;
  /** A subscription as the API answers it. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into it freely
  subscription(id: bigint): Promise<any>;
  /** Deliveries, newest first, as the API answers them. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into it freely
  deliveries(query?: Readonly<Record<string, string | number | bigint>>): Promise<any[]>;
  close(): Promise<void>;
}

export async function startWebhookSite(options: TestServiceOptions = {}): Promise<WebhookSite> {
  const service = await startTestService({ ...options, config: { webhookAllowPrivate: true, ...options.config } });
  const site = await service.createSite();
  const receiver = await startReceiver();
  const { token } = site;
  const call: WebhookSite['call'] = (method, resource, input = {}) =>
    service.call(method, resource, {
      token,
      ...(method === 'GET' || method === 'DELETE' ? { query: input as Record<string, string> } : { body: input }),
    });
  return {
    ...site,
    service,
    receiver,
    call,
    async subscribe(body = {}) {
      const { json, text } = await call('POST', 'webhook_subscriptions', { url: receiver.url, events: ['*'], ...body });
      if (json.ok !== true) throw new Error(text);
      return { id: BigInt(json.data.id), secret: json.data.secret };
    },
    async createTicket(body = {}) {
      const { json } = await call('POST', 'tickets', { subject: 'Wheel out of true', ...body });
      return BigInt(json.data.id);
    },
    runDue: async () => service.app.deliverer?.runDue(),
    subscription: async (id) => (await call('GET', 'webhook_subscriptions', { id })).json.data.items[0],
    deliveries: async (query = {}) => (await call('GET', 'webhook_deliveries', query)).json.data.items,
    async close() {
      await receiver.close();
      await service.close();
    },
  };
}
