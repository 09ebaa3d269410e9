import type { Command } from './command.ts';
import { agentCreate } from './commands/agent-create.ts';
import { backup } from './commands/backup.ts';
import { demo } from './commands/demo.ts';
import { erase } from './commands/erase.ts';
import { exportCommand } from './commands/export.ts';
import { importAll } from './commands/import-all.ts';
import { importCommand } from './commands/import.ts';
import { migrateCommand } from './commands/migrate.ts';
import { restore } from './commands/restore.ts';
import { siteCreate } from './commands/site-create.ts';
import { siteUpdate } from './commands/site-update.ts';
import { tokenCreate } from './commands/token-create.ts';
import { tokenRevoke } from './commands/token-revoke.ts';

/** Every administration command (docs/operating.md, "Administration"). */
export const COMMANDS: readonly Command[] = [
  siteCreate,
  siteUpdate,
  tokenCreate,
  tokenRevoke,
  agentCreate,
  demo,
  importCommand,
  erase,
  backup,
  restore,
  exportCommand,
  importAll,
  migrateCommand,
];
