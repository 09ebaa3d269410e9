import { expect, test } from 'vitest';
import { compileEarly } from './compile-early.ts';
import { dropPreload } from './drop-preload.ts';

const STYLES = 'const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=["assets/a.css"])))=>i.map(i=>d[i]);\n';
const LAZY = 'load(()=>import("./b.js"),__vite__mapDeps([0]));';

/** A file of so many characters, so many of which are from packages. */
function chunkOf(length: number, ofPackages: number) {
  const modules = {
    '/project/src/a.ts': { renderedLength: length - ofPackages },
    '/project/node_modules/react/index.js': { renderedLength: ofPackages },
  };
  return { type: 'chunk', fileName: 'a.js', modules, code: `${STYLES}${LAZY}${'x'.repeat(length)}` };
}

/** The first line of the file as the build writes it. */
async function firstLine(chunk: ReturnType<typeof chunkOf>): Promise<string> {
  for (const { generateBundle } of [dropPreload(), compileEarly()]) {
    const handler = typeof generateBundle === 'object' ? generateBundle.handler : generateBundle;
    await Reflect.apply(handler ?? expect.unreachable, {}, [{}, { 'a.js': chunk }]);
  }
  expect(chunk.code).toContain('load(()=>import("./b.js"));x');
  return chunk.code.split('\n')[0] ?? '';
}

test('a long file of our own begins with the hint to compile all of it', async () => {
  expect(await firstLine(chunkOf(40_000, 10_000))).toBe('//# allFunctionsCalledOnLoad');
});

test.each([
  ['a file that is mostly packages', chunkOf(40_000, 30_000)],
  ['a short file', chunkOf(10_000, 0)],
])('%s is compiled as it is called', async (_what, chunk) => {
  expect(await firstLine(chunk)).toMatch(/^load\(/);
});
