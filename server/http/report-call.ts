import { networkOf } from '#server/audit/network-of.ts';
import type { Exchange } from './exchange.ts';
import { isRequestId } from './request-id.ts';
import type { Service } from './service.ts';

interface Outcome {
  readonly method: string;
  readonly status: number;
  readonly ms: number;
}

/** Counts a call in the metrics and logs it. */
export function reportCall(service: Service, exchange: Exchange, { method, status, ms }: Outcome): void {
  const { request, resource, token } = exchange;
  service.metrics.countCall(resource, method, status, ms);
  const incoming = request.headers['x-request-id'];
  service.log.info(
    {
      request_id: exchange.requestId,
      method,
      resource,
      status,
      ms: Math.round(ms * 10) / 10,
      network: networkOf(exchange.address),
      ...(token === null ? {} : { token_id: token.id, token_prefix: token.prefix, site_id: token.site.id }),
      ...(typeof incoming === 'string' && isRequestId(incoming) ? { client_request_id: incoming } : {}),
    },
    'call',
  );
}
