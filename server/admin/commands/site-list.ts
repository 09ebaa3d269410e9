import { findSites } from '../admin.sql.ts';
import type { DatabaseCommand } from '../command.ts';

export const siteList: DatabaseCommand = {
  name: 'site list',
  options: [],
  prepare:
    () =>
    async ({ database }) => ({ sites: await findSites(database.owner) }),
};
