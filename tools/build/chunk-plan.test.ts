import { describe, expect, it } from 'vitest';
import { planChunks, type PlannedModule } from './chunk-plan.ts';

const ENTRY = 'index.html';

/** Each module with what it imports; `?` before what it imports lazily. */
function plan(graph: Readonly<Record<string, string>>): Record<string, string> {
  const modules = Object.entries(graph).map(([id, text]): PlannedModule => {
    const imports = text.split(', ').filter((name) => name !== '');
    return {
      id,
      isEntry: id === ENTRY,
      imports: imports.filter((name) => !name.startsWith('?')),
      lazyImports: imports.filter((name) => name.startsWith('?')).map((name) => name.slice(1)),
    };
  });
  return Object.fromEntries(planChunks(modules));
}

const FRAME = {
  [ENTRY]: 'src/app/main.tsx',
  'src/app/main.tsx':
    'node_modules/react/index.js, node_modules/zod/mini.js, src/shell/shell.tsx, ?src/routes/one.tsx, ?src/routes/two.tsx',
  'src/shell/shell.tsx': 'src/ui/menu.tsx, ?src/shell/after-paint.ts, ?src/shell/palette.tsx',
  'src/shell/after-paint.ts': 'src/ui/dialog.tsx',
  'src/shell/palette.tsx': 'src/ui/dialog.tsx',
  'src/ui/menu.tsx': '?src/ui/menu-lines.tsx',
  'src/ui/menu-lines.tsx': '',
  'src/ui/dialog.tsx': '',
  'node_modules/react/index.js': '',
  'node_modules/zod/mini.js': '',
};

describe('planChunks', () => {
  it('parts packages from the code of the entry, and what comes after the paint from what comes on demand', () => {
    expect(plan(FRAME)).toEqual({
      [ENTRY]: 'app',
      'src/app/main.tsx': 'app',
      'node_modules/react/index.js': 'vendor',
      'node_modules/zod/mini.js': 'app',
      'src/shell/shell.tsx': 'app',
      'src/ui/menu.tsx': 'app',
      'src/ui/menu-lines.tsx': 'kit',
      'src/shell/after-paint.ts': 'after-paint',
      'src/ui/dialog.tsx': 'kit',
    });
  });

  it('gives a new room a chunk of what its pages share, and one of what its lazy parts share', () => {
    const chunks = plan({
      ...FRAME,
      'src/routes/one.tsx': 'src/room/one.tsx',
      'src/routes/two.tsx': 'src/room/two.tsx',
      'src/room/one.tsx': 'src/room/both.ts, ?src/room/dialog.tsx, ?src/room/export.tsx',
      'src/room/two.tsx': 'src/room/both.ts, src/ui/field.tsx',
      'src/room/both.ts': 'contract/rows.ts',
      'src/room/dialog.tsx': 'src/room/form.tsx, src/ui/field.tsx',
      'src/room/export.tsx': 'src/room/form.tsx, contract/rows.ts',
      'src/room/form.tsx': '',
      'src/ui/field.tsx': '',
      'contract/rows.ts': '',
    });
    expect(chunks['src/room/both.ts']).toBe('room');
    expect(chunks['src/room/form.tsx']).toBe('room-parts');
    expect(chunks['contract/rows.ts']).toBe('room');
    // What pages share of the kit has come with the frame.
    expect(chunks['src/ui/field.tsx']).toBe('kit');
    // These lie with the only page or part that needs them.
    expect(chunks['src/room/one.tsx']).toBeUndefined();
    expect(chunks['src/room/dialog.tsx']).toBeUndefined();
  });

  it('puts a row of the contract into the chunk of the modules that call it, whatever rooms use them', () => {
    const chunks = plan({
      ...FRAME,
      'src/routes/one.tsx': 'src/room/query.ts, contract/both.ts',
      'src/routes/two.tsx': 'src/other/two.tsx, src/room/query.ts',
      'src/other/two.tsx': 'contract/both.ts',
      'src/room/query.ts': 'contract/rows.ts, contract/both.ts',
      'contract/rows.ts': '',
      'contract/both.ts': '',
    });
    expect(chunks['contract/rows.ts']).toBe('room');
    expect(chunks['contract/both.ts']).toBe('other-room');
  });

  it('keeps a late package out of the pages, with what draws by it', () => {
    const chunks = plan({
      ...FRAME,
      'src/routes/one.tsx': 'src/charts/frame.tsx',
      'src/routes/two.tsx': 'src/charts/frame.tsx',
      'src/charts/frame.tsx': '?src/charts/columns.tsx, ?src/charts/lines.tsx',
      'src/charts/columns.tsx': 'node_modules/recharts/index.js, src/charts/scale.ts',
      'src/charts/lines.tsx': 'node_modules/recharts/index.js, src/charts/scale.ts',
      'src/charts/scale.ts': '',
      'node_modules/recharts/index.js': 'node_modules/d3/index.js',
      'node_modules/d3/index.js': '',
    });
    expect(chunks['src/charts/frame.tsx']).toBe('charts');
    for (const id of [
      'src/charts/columns.tsx',
      'src/charts/lines.tsx',
      'src/charts/scale.ts',
      'node_modules/d3/index.js',
    ])
      expect([id, chunks[id]]).toEqual([id, 'drawing']);
  });
});
