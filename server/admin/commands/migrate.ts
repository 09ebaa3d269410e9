import type { DatabaseCommand } from '../command.ts';

/** Brings the database up to this version, as each start does. */
export const migrateCommand: DatabaseCommand = {
  name: 'migrate',
  options: [],
  prepare:
    () =>
    async ({ applied }) => ({ applied }),
};
