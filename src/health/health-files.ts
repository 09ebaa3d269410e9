import { csvFile } from '#contract/csv.ts';
import { saveFile } from '#src/browser/save-file.ts';
import { useFileName } from '#src/list-export/list-file.ts';
import type { PageFiles } from '#src/panels/page-actions.tsx';
import { announce } from '#src/ui/toasts/announce.ts';
import { figureGroups, type Provided } from './figure-rows.ts';
import { messages } from './messages.ts';
import type { HealthPicture } from './picture.ts';

const texts = messages.header;
const FIGURE_COLUMNS = ['group', 'figure', 'value', 'value_24h_ago', 'value_last_visit', 'as_of_utc'];
const CHANNEL_COLUMNS = ['channel', 'bound_handles', 'msg_inbound_month', 'msg_outbound_month', 'last_inbound_utc'];
const IMPORT_COLUMNS = ['asset', 'imported_rows', 'skipped_rows', 'failed_rows', 'run_count', 'last_run_utc'];

/** What is on the page as files. */
export function useFiles(picture: HealthPicture | undefined, can: Provided): PageFiles {
  const nameOf = useFileName();
  const save = (list: string, columns: readonly string[], rows: Parameters<typeof csvFile>[1]): void => {
    const name = nameOf(list);
    saveFile(csvFile(columns, rows), name);
    announce(texts.saved(name));
  };
  if (picture === undefined) return { items: [], reason: texts.waiting };
  const { overview, migration, now } = picture;
  const figures = () =>
    figureGroups(picture, can).flatMap(({ key: group, figures: rows }) =>
      rows.map(({ key, value, of }) => [
        group,
        key,
        value,
        overview?.day_ago == null ? null : (of?.(overview.day_ago) ?? null),
        overview?.since == null ? null : (of?.(overview.since) ?? null),
        now.as_of_utc,
      ]),
    );
  return {
    reason: undefined,
    items: [
      { key: 'figures', label: texts.figures, onSelect: () => save('health', FIGURE_COLUMNS, figures()) },
      ...(migration === null
        ? []
        : [
            {
              key: 'channels',
              label: texts.channels,
              onSelect: () =>
                save(
                  'channels',
                  CHANNEL_COLUMNS,
                  migration.channel_foundation.channels.map((row) => [
                    row.channel,
                    row.bound_handles,
                    row.msg_inbound_month,
                    row.msg_outbound_month,
                    overview?.now.channels.find(({ channel }) => channel === row.channel)?.last_inbound_utc ?? null,
                  ]),
                ),
            },
            {
              key: 'imports',
              label: texts.imports,
              onSelect: () =>
                save(
                  'imports',
                  IMPORT_COLUMNS,
                  (['tickets', 'articles', 'macros'] as const).map((asset) => {
                    const row = migration[asset];
                    return [
                      asset,
                      row.imported_rows,
                      row.skipped_rows,
                      row.failed_rows,
                      row.run_count,
                      row.last_run_utc,
                    ];
                  }),
                ),
            },
          ]),
    ],
  };
}
