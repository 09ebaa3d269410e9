import type { DatabaseCommand } from '../command.ts';

/** Migrates the database to this version, as each start does. */
export const migrateCommand: DatabaseCommand = {
  name: 'migrate',
  canCreateDatabase: true,
  options: [],
  prepare:
    () =>
    async ({ applied }) => ({ applied }),
};
