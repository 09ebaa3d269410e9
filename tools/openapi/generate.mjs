// Generates three clients of a document into the folder `generated`. An argument: its file.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { generate } from 'orval';

const input = process.argv[2] ?? '';
const folder = join(import.meta.dirname, 'generated');

const types = await openapiTypescript(new URL(`file://${input}`), { defaultNonNullable: false });
writeFileSync(join(folder, 'openapi-typescript.ts'), astToString(types));

await createClient({
  input,
  output: { path: join(folder, 'hey-api'), module: { extension: '.ts' } },
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
  logs: { level: 'silent' },
});

await generate({
  input,
  output: {
    target: join(folder, 'orval.ts'),
    client: 'fetch',
    mode: 'single',
    baseUrl: { runtime: 'process.argv[2]' },
  },
});
