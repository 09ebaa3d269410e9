import type { Command } from './command.ts';
import { backup } from './commands/backup.ts';
import { demo } from './commands/demo.ts';
import { doctor } from './commands/doctor.ts';
import { erase } from './commands/erase.ts';
import { exportSite } from './commands/export-site.ts';
import { importCommand } from './commands/import.ts';
import { importSite } from './commands/import-site.ts';
import { moveInCommand } from './commands/move-in.ts';
import { migrateCommand } from './commands/migrate.ts';
import { recount } from './commands/recount.ts';
import { restore } from './commands/restore.ts';
import { siteCreate, siteList, siteUpdate } from './commands/site.ts';
import { agentCreate, agentList } from './commands/agent.ts';
import { tokenCreate, tokenList, tokenRevoke } from './commands/token.ts';

/** Every administration command (docs/operating.md, "Administration"). */
export const COMMANDS: readonly Command[] = [
  siteCreate,
  siteList,
  siteUpdate,
  tokenCreate,
  tokenList,
  tokenRevoke,
  agentCreate,
  agentList,
  doctor,
  demo,
  importCommand,
  moveInCommand,
  erase,
  backup,
  restore,
  exportSite,
  importSite,
  migrateCommand,
  recount,
];
