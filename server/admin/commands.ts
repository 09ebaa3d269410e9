import type { Command } from './command.ts';
import { agentCreate } from './commands/agent-create.ts';
import { demo } from './commands/demo.ts';
import { importCommand } from './commands/import.ts';
import { migrateCommand } from './commands/migrate.ts';
import { siteCreate } from './commands/site-create.ts';
import { tokenCreate } from './commands/token-create.ts';
import { tokenRevoke } from './commands/token-revoke.ts';

/** Every administration command (boot.md, Administration). */
export const COMMANDS: readonly Command[] = [
  siteCreate,
  tokenCreate,
  tokenRevoke,
  agentCreate,
  demo,
  importCommand,
  migrateCommand,
];
