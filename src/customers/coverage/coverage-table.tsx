import { Link } from '@tanstack/react-router';
import { CHANNELS, type Channel } from '#contract/customers.ts';
import type { CustomersSearch } from '#src/customers/search.ts';
import { formatCount } from '#src/format/number.ts';
import { channelWord } from '#src/format/ticket-words.ts';
import { Button } from '#src/ui/button.tsx';
import { ChannelIcon } from '#src/ui/icons/channel-icon.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { Table } from '#src/ui/table.tsx';
import { messages } from './messages.ts';
import type { Coverage } from './use-coverage.ts';

const LINK = 'hit relative inline-flex min-h-6 items-center text-accent-text tabular-nums hover:underline';

interface CoverageTableProps {
  readonly coverage: Coverage;
  readonly onSave: (channel: Channel, without: number) => void;
}

/** One line a channel: whom it reaches, whom it does not, and the file for these. */
export function CoverageTable({ coverage: { total, without: counts }, onSave }: CoverageTableProps) {
  const { column } = messages;
  const rows = CHANNELS.map((channel) => {
    const without = counts[channel];
    return {
      channel,
      name: channelWord(channel),
      without,
      reached: without === undefined ? undefined : Math.max(0, total - without),
    };
  });
  return (
    <Table
      className="mt-4"
      caption={messages.title}
      rows={rows}
      keyOf={({ channel }) => channel}
      columns={[
        {
          key: 'channel',
          head: column.channel,
          isRowHead: true,
          cell: ({ channel, name }) => (
            <span className="flex items-center gap-2 font-medium">
              <span aria-hidden="true" className="inline-flex">
                <ChannelIcon channel={channel} label={name} />
              </span>
              {name}
            </span>
          ),
        },
        {
          key: 'share',
          head: column.share,
          className: 'w-2/5 max-md:hidden',
          cell: ({ name, reached }) => <Bar name={name} reached={reached} total={total} />,
        },
        {
          key: 'reached',
          head: column.reached,
          isFigure: true,
          cell: ({ channel, name, reached }) => (
            <Count count={reached} search={{ channel }} label={(count) => messages.reachedOf(count, name)} />
          ),
        },
        {
          key: 'without',
          head: column.without,
          isFigure: true,
          cell: ({ channel, name, without }) => (
            <Count count={without} search={{ without: channel }} label={(count) => messages.withoutOf(count, name)} />
          ),
        },
        {
          key: 'file',
          head: column.file,
          isHeadHidden: true,
          isFigure: true,
          cell: ({ channel, name, without }) => (
            <Button
              size="sm"
              icon="download"
              aria-label={messages.saveOf(name)}
              disabledReason={
                without === undefined ? messages.loading : without === 0 ? messages.nobody(name) : undefined
              }
              onClick={() => onSave(channel, without ?? 0)}
            >
              <span className="max-md:sr-only">{messages.save}</span>
            </Button>
          ),
        },
      ]}
    />
  );
}

interface CountProps {
  readonly count: number | undefined;
  /** The list of those who are counted. */
  readonly search: CustomersSearch;
  readonly label: (count: string) => string;
}

function Count({ count, search, label }: CountProps) {
  if (count === undefined) return <Skeleton className="ms-auto h-2.5 w-10" />;
  return (
    <Link to="/customers" search={search} className={LINK} aria-label={label(formatCount(count))}>
      {formatCount(count)}
    </Link>
  );
}

interface BarProps {
  readonly name: string;
  readonly reached: number | undefined;
  readonly total: number;
}

function Bar({ name, reached, total }: BarProps) {
  if (reached === undefined) return <Skeleton className="h-2 w-full" />;
  // Somebody is never none, and not quite everybody is never all.
  const exact = (reached / total) * 100;
  const percent = reached === 0 || reached === total ? exact : Math.min(99, Math.max(1, Math.round(exact)));
  return (
    <span className="flex items-center gap-3">
      <span
        role="img"
        aria-label={messages.share(name, messages.percent(percent))}
        className="block h-2 min-w-0 flex-1 overflow-hidden rounded-full bg-active forced-colors:outline"
      >
        <span
          className="block h-full rounded-full bg-accent forced-colors:bg-[Highlight]"
          style={{ inlineSize: `${exact}%` }}
        />
      </span>
      <span aria-hidden="true" className="w-11 flex-none text-end text-12 text-ink-2 tabular-nums">
        {messages.percent(percent)}
      </span>
    </span>
  );
}
