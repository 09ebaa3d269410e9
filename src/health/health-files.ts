import { csvFile } from '#contract/csv.ts';
import type { MigrationStatus } from '#contract/migration.ts';
import { saveFile } from '#src/browser/save-file.ts';
import { fieldsFile, useFileName } from '#src/list-export/list-file.ts';
import type { PageFiles } from '#src/panels/page-actions.tsx';
import type { MenuItem } from '#src/ui/overlay/menu-lines.tsx';
import { announce } from '#src/ui/toasts/announce.ts';
import { figureGroups, type Provided } from './figure-rows.ts';
import { messages } from './messages.ts';
import type { HealthPicture } from './picture.ts';

const texts = messages.header;
const FIGURES = ['group', 'figure', 'value', 'value_24h_ago', 'value_last_visit', 'as_of_utc'];
const CHANNELS = ['channel', 'bound_handles', 'msg_inbound_month', 'msg_outbound_month', 'last_inbound_utc'] as const;
const IMPORTS = ['asset', 'imported_rows', 'skipped_rows', 'failed_rows', 'run_count', 'last_run_utc'] as const;

/** What is on the page as files. */
export function useFiles(picture: HealthPicture | undefined, can: Provided): PageFiles {
  const nameOf = useFileName();
  if (picture === undefined) return { items: [], reason: texts.waiting };
  const { migration } = picture;
  const file = (key: string, label: string, list: string, textOf: () => string): MenuItem => ({
    key,
    label,
    onSelect: () => {
      const name = nameOf(list);
      saveFile(textOf(), name);
      announce(texts.saved(name));
    },
  });
  return {
    reason: undefined,
    items: [
      file('figures', texts.figures, 'health', () => figuresFile(picture, can)),
      ...(migration === null
        ? []
        : [
            file('channels', texts.channels, 'channels', () => channelsFile(picture, migration)),
            file('imports', texts.imports, 'imports', () =>
              fieldsFile(
                IMPORTS,
                (['tickets', 'articles', 'macros'] as const).map((asset) => ({ asset, ...migration[asset] })),
              ),
            ),
          ]),
    ],
  };
}

function figuresFile(picture: HealthPicture, can: Provided): string {
  const { day_ago: dayAgo = null, since = null } = picture.overview ?? {};
  const rows = figureGroups(picture, can).flatMap(({ key: group, figures }) =>
    figures.map(({ key, value, of }) => [
      group,
      key,
      value,
      dayAgo === null ? null : (of?.(dayAgo) ?? null),
      since === null ? null : (of?.(since) ?? null),
      picture.now.as_of_utc,
    ]),
  );
  return csvFile(FIGURES, rows);
}

function channelsFile({ overview }: HealthPicture, { channel_foundation: { channels } }: MigrationStatus): string {
  const lastOf = (name: string) => overview?.now.channels.find(({ channel }) => channel === name)?.last_inbound_utc;
  return fieldsFile(
    CHANNELS,
    channels.map((row) => ({ ...row, last_inbound_utc: lastOf(row.channel) ?? null })),
  );
}
