import { writeFileSync } from 'node:fs';
import { ensureModules } from '#tools/setup/ensure-modules.ts';
import { API_DOCS, currentDocs } from './api-table.ts';

await ensureModules();
const { text, wanted } = currentDocs();
if (text !== wanted) writeFileSync(API_DOCS, wanted);
console.log(text === wanted ? 'docs/api.md is up to date' : 'docs/api.md is updated');
