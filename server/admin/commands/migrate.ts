import type { DatabaseCommand } from '../command.ts';

export const migrateCommand: DatabaseCommand = {
  name: 'migrate',
  options: [],
  prepare:
    () =>
    async ({ applied }) => ({ applied }),
};
