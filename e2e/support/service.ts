import { cp, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startService, type RunningService } from '#tools/service/start-service.ts';
import { readTemplate, type Template } from './template.ts';

/** A service over its own copy of the template's data. */
export interface TestService extends RunningService {
  readonly siteId: number;
  readonly tokens: Template['tokens'];
  readonly agentId: string;
  /** One call of the API, with the token that may do everything unless another is given. The body is JSON. */
  call(method: string, resource: string, options?: CallOptions): Promise<{ status: number; json: unknown }>;
  remove(): Promise<void>;
}

interface CallOptions {
  readonly token?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Starts the built product over a copy of the template; `extensions: false` answers only what the API document has. */
export async function startTestService(options: {
  extensions: boolean;
  env?: Readonly<Record<string, string>>;
}): Promise<TestService> {
  const template = await readTemplate();
  const folder = await mkdtemp(join(template.folder, 'service-'));
  const dataDir = join(folder, 'data');
  await cp(join(template.folder, 'data'), dataDir, { recursive: true });
  const service = await startService({ dataDir, env: { EXTENSIONS: options.extensions ? '1' : '0', ...options.env } });
  return {
    ...service,
    siteId: template.siteId,
    tokens: template.tokens,
    agentId: template.agentId,
    async call(method, resource, { token = template.tokens.all, query = {}, body } = {}) {
      const search = new URLSearchParams({ resource, ...query });
      const response = await fetch(`${service.url}/v1/api.ashx?${search}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: response.status, json: await response.json() };
    },
    async remove() {
      await service.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
