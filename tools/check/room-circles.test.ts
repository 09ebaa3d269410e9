import { expect, test } from 'vitest';
import { findRoomCircles } from './room-circles.ts';

const TREE = [
  { source: 'server/tickets/tickets.ts', imports: ['server/tickets/list/find.ts', 'server/db/db.ts', 'node:fs'] },
  { source: 'server/tickets/list/find.ts', imports: ['server/tickets/context.ts', 'server/customers/keys.ts'] },
  { source: 'server/tickets/tickets.test.ts', imports: ['server/http/app.ts'] },
  { source: 'server/http/app.ts', imports: ['server/tickets/tickets.ts'] },
  { source: 'server/testing/site.ts', imports: ['server/http/app.ts'] },
];

test('a tree in which every import runs down has no circle, whatever its tests import', () => {
  expect(findRoomCircles([...TREE, { source: 'server/db/db.test.ts', imports: ['server/testing/site.ts'] }])).toEqual(
    [],
  );
});

test.each([
  {
    what: 'two families that import each other',
    planted: { source: 'server/customers/bind.ts', imports: ['server/tickets/context.ts'] },
    folder: 'server',
    steps: [
      'server/customers/bind.ts -> server/tickets/context.ts',
      'server/tickets/list/find.ts -> server/customers/keys.ts',
    ],
  },
  {
    what: 'a circle around a third',
    planted: { source: 'server/customers/keys.ts', imports: ['server/http/app.ts'] },
    folder: 'server',
    steps: [
      'server/customers/keys.ts -> server/http/app.ts',
      'server/http/app.ts -> server/tickets/tickets.ts',
      'server/tickets/list/find.ts -> server/customers/keys.ts',
    ],
  },
  {
    what: 'a folder and a file beside it',
    planted: { source: 'server/tickets/context.ts', imports: ['server/tickets/list/other.ts'] },
    folder: 'server/tickets',
    steps: [
      'server/tickets/context.ts -> server/tickets/list/other.ts',
      'server/tickets/list/find.ts -> server/tickets/context.ts',
    ],
  },
])('finds $what', ({ planted, folder, steps }) => {
  expect(findRoomCircles([...TREE, planted])).toEqual([`no-circle-of-rooms: ${folder}: ${steps.join(', ')}`]);
});

test('finds each of two circles', () => {
  const planted = [
    { source: 'src/ui/overlay/dialog.tsx', imports: ['src/ui/button.tsx'] },
    { source: 'src/ui/button.tsx', imports: ['src/ui/overlay/tooltip.tsx'] },
    { source: 'src/ui/keys/keys.ts', imports: ['src/ui/icons/icon.tsx'] },
    { source: 'src/ui/icons/icon.tsx', imports: ['src/ui/keys/labels.ts'] },
  ];
  expect(findRoomCircles(planted)).toHaveLength(2);
});
