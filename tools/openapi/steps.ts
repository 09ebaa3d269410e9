// A session of an integrator with the service, whichever generator made the client.

/** Each call as a program writes it; what the calls answer has to fit the types of the client. */
export interface Client {
  createTicket(
    key: string,
    body: { subject: string; priority: 'high'; requester_email: string },
  ): Promise<{ id: number }>;
  /** The answer is a text with `format=csv`. */
  listTickets(query: {
    status?: 'open'[];
    q?: string;
    format?: 'csv';
  }): Promise<string | { items: { subject: string; status: 'open' | 'pending' | 'resolved' | 'closed' }[] }>;
  updateTicket(body: { id: number; status: 'pending' }): Promise<{ status: string }>;
  bindChannel(body: {
    channel: 'sms';
    external_user_id: string;
    email: string;
  }): Promise<{ external_user_id: string; identity_id: number }>;
  getAiGuardrails(): Promise<{ action: 'soft' | 'hard' | 'none'; budget: { limit: number | null } }>;
  getAiUsage(query: { days: number; include: 'trend' }): Promise<{ trend?: { date: string; calls: number }[] }>;
  /** One of several reports: the answers of all of them are its type. */
  listAiCalls(): Promise<number | null>;
  issuePortalToken(body: {
    requester_email: string;
    expiry_days: number;
  }): Promise<{ token: string; token_url: string }>;
  createWebhookSubscription(body: {
    url: string;
    events: 'ticket.created'[];
  }): Promise<{ state: 'active' | 'paused' | 'disabled' }>;
  bindChannelsBulk(csv: string): Promise<{ bound: number; dry_run: boolean }>;
  ingest(body: { items: { kind: 'csat'; ticket_id: number; score: 5 }[] }): Promise<{ stored: number }>;
  /** The error code of a ticket that is not there. */
  missTicket(id: number): Promise<'not_found' | string | undefined>;
}

/** Makes every call and prints what came of it as JSON. */
export async function makeRoundTrip(client: Client): Promise<void> {
  const { id } = await client.createTicket('first', {
    subject: 'Bell is missing',
    priority: 'high',
    requester_email: 'ana@example.org',
  });
  const list = await client.listTickets({ status: ['open'], q: 'bell' });
  const patched = await client.updateTicket({ id, status: 'pending' });
  const bound = await client.bindChannel({
    channel: 'sms',
    external_user_id: '+34600100200',
    email: 'ana@example.org',
  });
  const guardrails = await client.getAiGuardrails();
  const usage = await client.getAiUsage({ days: 7, include: 'trend' });
  const calls = await client.listAiCalls();
  const portal = await client.issuePortalToken({ requester_email: 'ana@example.org', expiry_days: 7 });
  const hook = await client.createWebhookSubscription({
    url: 'https://receiver.example/hook',
    events: ['ticket.created'],
  });
  const csv = await client.listTickets({ format: 'csv' });
  const bulk = await client.bindChannelsBulk(
    'channel,external_user_id,email\nwhatsapp,34600100300,ana@example.org\nsms,no email,\n',
  );
  const ingested = await client.ingest({ items: [{ kind: 'csat', ticket_id: id, score: 5 }] });
  const code = await client.missTicket(999_999);
  process.stdout.write(
    JSON.stringify({
      listed: typeof list === 'string' ? list : list.items.map(({ subject, status }) => `${subject}: ${status}`),
      patched: patched.status,
      bound: bound.external_user_id,
      action: guardrails.action,
      days: usage.trend?.length,
      calls,
      portal: portal.token_url.startsWith('http'),
      hook: hook.state,
      csvLines: typeof csv === 'string' ? csv.trim().split('\r\n').length : csv,
      bulk: [bulk.bound, bulk.dry_run],
      ingested: ingested.stored,
      code,
    }),
  );
}
