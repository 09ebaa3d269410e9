import type { HealthOverview } from '#contract/health-overview.ts';
import type { MigrationStatus } from '#contract/migration.ts';
import { formatPercent, formatCount } from '#src/format/number.ts';
import { channelWord } from '#src/format/ticket-words.ts';
import { formatAge, formatDay, formatNear } from '#src/format/time.ts';
import { type Asked, Panel, QueryPending } from '#src/panels/panel.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { ChannelIcon } from '#src/ui/icons/channel-icon.tsx';
import { type Column, Table } from '#src/ui/table.tsx';
import { messages } from './messages.ts';
import { silentChannels, type HealthPicture } from './picture.ts';
import type { Reading } from './rule-text.ts';

const texts = messages.channels;
const MINUTE_MS = 60_000;

type Row = MigrationStatus['channel_foundation']['channels'][number];
type Live = HealthOverview['now']['channels'][number];

interface PanelProps {
  readonly picture: HealthPicture;
  readonly reading: Reading;
}

/** The bindings and the traffic of each channel. */
export function ChannelsPanel({ picture, reading, query }: PanelProps & { readonly query: Asked<MigrationStatus> }) {
  const { overview, migration } = picture;
  const isDeployed = reading.can.channels;
  return (
    <div id="channels">
      <Panel title={texts.title} note={isDeployed ? texts.note : undefined}>
        {isDeployed && migration === null ? (
          <QueryPending query={query} name={texts.title} rows={5} />
        ) : isDeployed ? (
          <Table
            caption={texts.title}
            rows={migration?.channel_foundation.channels ?? []}
            keyOf={({ channel }) => channel}
            columns={columnsOf(overview?.now.channels ?? null, silentChannels(picture), reading)}
          />
        ) : (
          <EmptyBlock icon="info" title={texts.noChannels} text={messages.notDeployedText} />
        )}
      </Panel>
    </div>
  );
}

/** @param live null on a service without the overview */
function columnsOf(live: readonly Live[] | null, silent: readonly Live[], reading: Reading): readonly Column<Row>[] {
  const liveOf = (channel: string) => live?.find((one) => one.channel === channel);
  return [
    {
      key: 'channel',
      head: texts.channel,
      isRowHead: true,
      cell: ({ channel }) => (
        <span className="flex items-center gap-2">
          <span aria-hidden="true" className="inline-flex">
            <ChannelIcon channel={channel} label={channelWord(channel)} />
          </span>
          {channelWord(channel)}
        </span>
      ),
    },
    { key: 'bound', head: texts.bound, isFigure: true, cell: (row) => formatCount(row.bound_handles) },
    { key: 'inbound', head: texts.inbound, isFigure: true, cell: (row) => formatCount(row.msg_inbound_month) },
    { key: 'outbound', head: texts.outbound, isFigure: true, cell: (row) => formatCount(row.msg_outbound_month) },
    ...(live === null
      ? []
      : [
          {
            key: 'last',
            head: texts.last,
            isFigure: true,
            cell: ({ channel }: Row) => (
              <LastMessage
                live={liveOf(channel)}
                isSilent={silent.some((one) => one.channel === channel)}
                reading={reading}
              />
            ),
          },
        ]),
  ];
}

interface LastMessageProps extends Pick<PanelProps, 'reading'> {
  readonly isSilent: boolean;
  readonly live: Live | undefined;
}

function LastMessage({ live, isSilent, reading: { zone, nowMs } }: LastMessageProps) {
  const last = live?.last_inbound_utc ?? null;
  if (live === undefined || last === null) return <span className="text-ink-3">{texts.never}</span>;
  return (
    <>
      <time dateTime={last}>{formatNear(last, zone, nowMs)}</time>
      {isSilent ? (
        <span className="block text-12 text-warn-text">
          {texts.silent(formatAge((live.silent_minutes ?? 0) * MINUTE_MS))}
        </span>
      ) : null}
    </>
  );
}

const imports = messages.imports;
const ASSETS = ['tickets', 'articles', 'macros'] as const;

/** The imports from the previous help desk, on a site that had one. */
export function ImportsPanel({ picture: { migration }, reading }: PanelProps) {
  if (migration === null || ASSETS.every((asset) => migration[asset].run_count === 0)) return null;
  return (
    <div id="imports">
      <Panel title={imports.title} note={imports.note}>
        <Table
          caption={imports.title}
          rows={ASSETS.map((asset) => ({ asset, ...migration[asset] }))}
          keyOf={({ asset }) => asset}
          columns={[
            { key: 'asset', head: imports.asset, isRowHead: true, cell: ({ asset }) => imports[asset] },
            { key: 'imported', head: imports.imported, isFigure: true, cell: (row) => formatCount(row.imported_rows) },
            { key: 'skipped', head: imports.skipped, isFigure: true, cell: (row) => formatCount(row.skipped_rows) },
            {
              key: 'failed',
              head: imports.failed,
              isFigure: true,
              cell: ({ failed_rows: failed }) => (
                <span className={failed > 0 ? 'text-warn-text' : 'text-ink-3'}>{formatCount(failed)}</span>
              ),
            },
            { key: 'rate', head: imports.rate, isFigure: true, cell: (row) => failedShare(row) },
            {
              key: 'last',
              head: imports.last,
              isFigure: true,
              cell: ({ last_run_utc: last }) => (
                <span className="text-ink-3">{last === null ? imports.never : formatDay(last, reading.zone)}</span>
              ),
            },
          ]}
        />
      </Panel>
    </div>
  );
}

/** The share of all rows in the files. */
function failedShare(row: MigrationStatus['tickets']): string {
  const all = row.imported_rows + row.skipped_rows + row.failed_rows;
  return all === 0 ? messages.note.none : formatPercent(row.failed_rows / all);
}
