import { Link } from '@tanstack/react-router';
import { CHANNELS, type Channel } from '#contract/customers.ts';
import { formatCount } from '#src/format/number.ts';
import { channelWord } from '#src/format/ticket-words.ts';
import { Button } from '#src/ui/button.tsx';
import { ChannelIcon } from '#src/ui/icons/channel-icon.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { messages } from './messages.ts';
import type { Coverage } from './use-coverage.ts';

const LINK = 'hit relative inline-flex min-h-6 items-center text-accent-text tabular-nums hover:underline';
const CELL = 'border-b border-line py-2 pe-4 align-middle';
const HEAD = 'border-b border-line py-1.5 pe-4 text-12 font-medium text-ink-3';

interface CoverageTableProps {
  readonly coverage: Coverage;
  readonly total: number;
  readonly onSave: (channel: Channel, without: number) => void;
}

/** One line a channel: whom it reaches, whom it does not, and the file for these. */
export function CoverageTable({ coverage, total, onSave }: CoverageTableProps) {
  const { column } = messages;
  return (
    <table className="mt-4 w-full border-collapse">
      <thead>
        <tr>
          <th className={`${HEAD} text-start`}>{column.channel}</th>
          <th className={`${HEAD} text-start max-md:hidden`}>{column.share}</th>
          <th className={`${HEAD} text-end`}>{column.reached}</th>
          <th className={`${HEAD} text-end`}>{column.without}</th>
          <th className={`${HEAD} pe-0`}>
            <span className="sr-only">{column.file}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {CHANNELS.map((channel) => {
          const name = channelWord(channel);
          const without = coverage.without[channel];
          const reached = without === undefined ? undefined : Math.max(0, total - without);
          return (
            <tr key={channel}>
              <th scope="row" className={`${CELL} text-start font-medium`}>
                <span className="flex items-center gap-2">
                  <span aria-hidden="true" className="inline-flex">
                    <ChannelIcon channel={channel} label={name} />
                  </span>
                  {name}
                </span>
              </th>
              <td className={`${CELL} w-2/5 max-md:hidden`}>
                <Bar name={name} reached={reached} total={total} />
              </td>
              <td className={`${CELL} text-end`}>
                {reached === undefined ? (
                  <Skeleton className="ms-auto h-2.5 w-10" />
                ) : (
                  <Link
                    to="/customers"
                    search={{ channel }}
                    className={LINK}
                    aria-label={messages.reachedOf(formatCount(reached), name)}
                  >
                    {formatCount(reached)}
                  </Link>
                )}
              </td>
              <td className={`${CELL} text-end`}>
                {without === undefined ? (
                  <Skeleton className="ms-auto h-2.5 w-10" />
                ) : (
                  <Link
                    to="/customers"
                    search={{ without: channel }}
                    className={LINK}
                    aria-label={messages.withoutOf(formatCount(without), name)}
                  >
                    {formatCount(without)}
                  </Link>
                )}
              </td>
              <td className={`${CELL} pe-0 text-end`}>
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
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
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
