import { connectClient, type Greeting } from '#tools/mcp/connect.ts';
import type { TestService } from './service.ts';

type Client = Awaited<ReturnType<typeof connectClient>>;

/** Opens a socket; a client of the protocol needs one. @returns the address of /mcp */
export async function listenForMcp({ app }: TestService): Promise<string> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  const found = app.server.address();
  return `http://127.0.0.1:${typeof found === 'object' && found !== null ? found.port : 0}/mcp`;
}

export interface Assistant {
  readonly client: Client;
  /** Names of the tools that are listed. */
  names(): Promise<readonly string[]>;
  /** Calls a tool that must succeed. @returns the JSON of its last text */
  // oxlint-disable-next-line typescript/no-explicit-any -- the shape of a result is what tests find out
  use(name: string, args?: Record<string, unknown>): Promise<any>;
  /** Calls a tool that must fail. @returns the text of its error */
  fail(name: string, args?: Record<string, unknown>): Promise<string>;
}

interface Options {
  /** Names for `?tools=`. */
  readonly tools?: string;
  readonly greeting?: Greeting;
}

/** An assistant as people connect one: the SDK's own client with a token. */
export async function connectAssistant(
  address: string,
  token: string,
  { tools, greeting = 'auto' }: Options = {},
): Promise<Assistant> {
  const client = await connectClient(tools === undefined ? address : `${address}?tools=${tools}`, token, { greeting });
  const names = async () => (await client.listTools()).tools.map(({ name }) => name);
  const textOf = (content: unknown) => JSON.stringify(content);
  return {
    client,
    names,
    async use(name, args = {}) {
      const { isError, content } = await client.callTool({ name, arguments: args });
      if (isError === true) throw new Error(`${name} failed: ${textOf(content)}`);
      const last = content.at(-1);
      if (last?.type !== 'text') throw new Error(`${name} answered no text: ${textOf(content)}`);
      return JSON.parse(last.text);
    },
    async fail(name, args = {}) {
      const { isError, content } = await client.callTool({ name, arguments: args });
      if (isError !== true) throw new Error(`${name} succeeded: ${textOf(content)}`);
      return textOf(content);
    },
  };
}
