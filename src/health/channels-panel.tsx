import type { HealthOverview } from '#contract/health-overview.ts';
import type { MigrationStatus } from '#contract/migration.ts';
import { formatAge, formatNear } from '#src/format/time.ts';
import { formatCount } from '#src/format/number.ts';
import { channelWord } from '#src/format/ticket-words.ts';
import { Panel } from '#src/panels/panel.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { ChannelIcon } from '#src/ui/icons/channel-icon.tsx';
import { Table, type Column } from '#src/ui/table.tsx';
import { messages } from './messages.ts';
import type { Reading } from './rule-text.ts';

const texts = messages.channels;
const MINUTE_MS = 60_000;

type Row = MigrationStatus['channel_foundation']['channels'][number];
type Live = HealthOverview['now']['channels'][number];

interface ChannelsPanelProps {
  readonly channels: readonly Row[];
  /** Of the overview: when the last message came, and whether that is unusual. */
  readonly live: readonly Live[] | null;
  readonly isDeployed: boolean;
  /** Those that are silent though messages usually come at these hours. */
  readonly silent: readonly Live[];
  readonly reading: Reading;
}

/** What is bound to each channel and what it carries. */
export function ChannelsPanel({ channels, live, isDeployed, silent, reading }: ChannelsPanelProps) {
  return (
    <Panel title={texts.title} note={isDeployed ? texts.note : undefined} resource="health_overview">
      {isDeployed ? (
        <Table
          caption={texts.title}
          rows={channels}
          keyOf={({ channel }) => channel}
          columns={columnsOf(live, silent, reading)}
        />
      ) : (
        <EmptyBlock icon="info" title={texts.noChannels} text={messages.notDeployedText} />
      )}
    </Panel>
  );
}

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

interface LastMessageProps extends Pick<ChannelsPanelProps, 'reading'> {
  readonly isSilent: boolean;
  readonly live: Live | undefined;
}

function LastMessage({ live, isSilent, reading: { zone, nowMs } }: LastMessageProps) {
  const last = live?.last_inbound_utc ?? null;
  if (live === undefined || last === null) return <span className="text-ink-3">{texts.never}</span>;
  const { silent_minutes: minutes, expected_messages: expected } = live;
  return (
    <>
      <time dateTime={last}>{formatNear(last, zone, nowMs)}</time>
      {isSilent ? (
        <span className="block text-12 text-warn-text">
          {texts.silent(formatAge((minutes ?? 0) * MINUTE_MS))}
          {expected === null ? '' : `, ${texts.usual(formatCount(Math.round(expected)))}`}
        </span>
      ) : null}
    </>
  );
}
