import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { makeToolServer, type McpContext } from './tool-server.ts';

export interface McpMessage {
  /** The address that the client called. */
  readonly url: string;
  /** The headers that the protocol reads. */
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * Answers one message of a client with one JSON text, in the protocol's version that the client speaks. Nothing is kept between
 * two messages: no session, and no stream that stays open.
 */
export async function serveMessage({ url, headers, body }: McpMessage, context: McpContext): Promise<Response> {
  const request = new Request(url, { method: 'POST', headers });
  if (await isLegacyRequest(request, body)) return serveLegacy(request, body, context);
  const handler = createMcpHandler(() => makeToolServer(context), {
    legacy: 'reject',
    // Refuses `subscriptions/listen`, the only request that keeps a stream open.
    maxSubscriptions: 0,
  });
  return handler.fetch(request, { parsedBody: body });
}

/** Versions before 2026-07-28: the client greets with `initialize`, and may omit it. */
async function serveLegacy(request: Request, body: McpMessage['body'], context: McpContext): Promise<Response> {
  const server = makeToolServer(context);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody: body });
  } finally {
    await server.close();
  }
}
