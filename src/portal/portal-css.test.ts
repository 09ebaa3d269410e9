import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const FILE = 'src/portal/portal.css';

test('each file whose classes the portal page is styled by exists', () => {
  const [, list = ''] = /@source '\.\.\/ui\/\{([^}]+)\}\.\{ts,tsx\}'/.exec(readFileSync(FILE, 'utf8')) ?? [];
  const found = list.split(',').map((name) => globSync(`src/ui/${name}.{ts,tsx}`).length);
  expect(found.length).toBeGreaterThan(1);
  expect(found).toEqual(found.map(() => 1));
});
