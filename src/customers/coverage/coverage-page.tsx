import { defineMessages } from '#src/i18n/messages.ts';
import { plural } from '#src/i18n/plural.ts';
import { PageHeader } from '#src/panels/page-frame.tsx';
import { BackLink, PageBody } from '#src/panels/page-parts.tsx';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { type Channel, CHANNELS, type Contact, listCustomerIdentities } from '#contract/customers.ts';
import { useWhoami } from '#src/api/whoami.ts';
import { formatCount } from '#src/format/number.ts';
import { useFileName } from '#src/list-export/list-file.ts';
import { RowsButton } from '#src/list-export/rows-button.tsx';
import { type Asked, QueryPending, ShowCall, StaleQuery } from '#src/panels/panel.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { Button, IconButton } from '#src/ui/button.tsx';
import { lazyComponent } from '#src/ui/fetch-code.ts';
import type { CustomersSearch } from '#src/customers/search.ts';
import { channelWord } from '#src/format/ticket-words.ts';
import { ChannelIcon } from '#src/ui/icons/channel-icon.tsx';
import { Skeleton } from '#src/ui/loading.tsx';
import { Table } from '#src/ui/table.tsx';
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Reply } from '#contract/operation.ts';
import { read } from '#src/api/read.ts';
import type { BindFileDialogProps } from './bind-file-dialog.tsx';

const messages = defineMessages({
  title: 'Channel coverage',
  back: 'Back to customers',
  refresh: 'Refresh',
  showCall: 'Show API call',
  lead: (n: number, count: string) =>
    plural(n, { one: 'Channels of your 1 customer', other: `Channels of your ${count} customers` }),
  leadText:
    'A channel counts once it is bound to the customer. An email or phone that isn’t bound is counted separately: you can bind it from a file.',
  none: 'No customers yet',
  noneText: 'A customer appears with their first ticket or bound channel.',
  toList: 'Go to customers',
  column: {
    channel: 'Channel',
    share: 'Share',
    reached: 'Bound',
    without: 'Not bound',
    known: 'Email or phone known',
    file: 'File',
  },
  share: (channel: string, percent: string) => `${percent} of customers have ${channel} bound`,
  percent: (n: number) => `${n} %`,
  reachedOf: (count: string, channel: string) => `${count} have ${channel} bound`,
  withoutOf: (count: string, channel: string) => `${count} have no ${channel} bound`,
  knownOf: (count: string, contact: 'email' | 'phone') =>
    contact === 'email' ? `${count} of them have an email` : `${count} of them have a phone`,
  save: 'Download',
  saveOf: (channel: string) => `Download a file for bulk bind: ${channel}`,
  nobody: (channel: string) => `Every customer has ${channel} bound.`,
  loading: 'Counting customers',
  notDeployed: 'Channels are not deployed on this site',
  notDeployedText: 'No channels can be bound here.',
});

const BindFileDialog = lazyComponent<'BindFileDialog', BindFileDialogProps>(
  () => import('./bind-file-dialog.tsx'),
  'BindFileDialog',
);

/** Which customers have which channel bound, and a file of those who do not. */
export function CoveragePage() {
  const whoami = useWhoami();
  const isDeployed = whoami.capabilities.deployed.channels !== false;
  const query = useCoverage(isDeployed);
  const [saving, setSaving] = useState<{ readonly channel: Channel; readonly without: number } | null>(null);
  return (
    <>
      <PageHeader
        title={messages.title}
        lead={<BackLink to="/customers" label={messages.back} />}
        actions={
          isDeployed ? (
            <>
              <ShowCall label={messages.showCall} resource={listCustomerIdentities.resource} />
              {query.data === undefined || query.data.total === 0 ? null : <CoverageFile coverage={query.data} />}
              <IconButton
                icon="refresh"
                label={messages.refresh}
                kbd="r"
                busy={query.isFetching}
                onClick={() => void query.refetch()}
              />
            </>
          ) : null
        }
      />
      <StaleQuery query={query} />
      <PageBody>
        {!isDeployed ? (
          <EmptyBlock icon="chat" title={messages.notDeployed} text={messages.notDeployedText} action={<ToList />} />
        ) : query.data === undefined ? (
          <QueryPending query={query} name={messages.title} loading={messages.loading} rows={6} />
        ) : query.data.total === 0 ? (
          <EmptyBlock icon="people" title={messages.none} text={messages.noneText} action={<ToList />} />
        ) : (
          <>
            <h2 className="text-20 font-semibold text-balance">
              {messages.lead(query.data.total, formatCount(query.data.total))}
            </h2>
            <p className="max-w-measure text-ink-2 text-pretty">{messages.leadText}</p>
            <CoverageTable coverage={query.data} onSave={(channel, without) => setSaving({ channel, without })} />
          </>
        )}
      </PageBody>
      {saving === null ? null : (
        <Suspense fallback={null}>
          <BindFileDialog {...saving} onClose={() => setSaving(null)} />
        </Suspense>
      )}
    </>
  );
}

function ToList() {
  return (
    <Link to="/customers" className={buttonClass({})}>
      {messages.toList}
    </Link>
  );
}

const LINK = 'hit relative inline-flex min-h-6 items-center text-accent-text tabular-nums hover:underline';

const FILE_FIELDS = ['channel', 'reached', 'without', 'known_without'] as const;

/** The table as a file. */
function CoverageFile({ coverage }: { readonly coverage: Coverage }) {
  const nameOf = useFileName();
  const rows = rowsOf(coverage).flatMap(({ channel, without, reached, known }) =>
    without === undefined || reached === undefined ? [] : [{ channel, reached, without, known_without: known ?? null }],
  );
  return (
    <RowsButton
      fileName={nameOf('coverage')}
      fields={FILE_FIELDS}
      // While one is still counted there is no file yet.
      rows={rows.length < CHANNELS.length ? undefined : rows}
      command="customers-coverage-download"
    />
  );
}

interface CoverageTableProps {
  readonly coverage: Coverage;
  readonly onSave: (channel: Channel, without: number) => void;
}

function rowsOf({ total, without: counts, known }: Coverage) {
  return CHANNELS.map((channel) => {
    const without = counts[channel];
    const reached = without === undefined ? undefined : Math.max(0, total - without);
    return { channel, name: channelWord(channel), without, reached, known: known[channel] };
  });
}

/** One line a channel: whom it reaches, whom it does not, and the file for these. */
function CoverageTable({ coverage, onSave }: CoverageTableProps) {
  const { column } = messages;
  return (
    <Table
      className="mt-4"
      caption={messages.title}
      rows={rowsOf(coverage)}
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
          cell: ({ name, reached }) => <Bar name={name} reached={reached} total={coverage.total} />,
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
          key: 'known',
          head: column.known,
          isFigure: true,
          className: 'max-md:w-20 max-md:whitespace-normal',
          cell: ({ channel, known }) => {
            const contact = CONTACT_OF[channel];
            if (contact === undefined) return <span className="text-ink-3">–</span>;
            return (
              <Count
                count={known}
                search={{ without: channel, known: contact }}
                label={(count) => messages.knownOf(count, contact)}
              />
            );
          },
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

interface Coverage {
  readonly total: number;
  /** How many have no handle of a channel; undefined while it is counted. */
  readonly without: Readonly<Partial<Record<Channel, number>>>;
  /** How many of these have the email or phone on the record that could be bound. */
  readonly known: Readonly<Partial<Record<Channel, number>>>;
}

/** Counts only: no row but one is read for each. @param enabled the service counts by channel */
function useCoverage(enabled: boolean): Asked<Coverage> {
  const queryClient = useQueryClient();
  const all = useQuery({ ...countOptions(), enabled });
  const counted = useQueries({ queries: CHANNELS.map((channel) => ({ ...countOptions(channel), enabled })) });
  const onRecord = useQueries({
    queries: CHANNELS.map((channel) => ({
      ...countOptions(channel, CONTACT_OF[channel]),
      enabled: enabled && CONTACT_OF[channel] !== undefined,
    })),
  });
  const countsOf = (queries: readonly { readonly data?: { readonly total_count: number } | undefined }[]) => {
    const counts: Partial<Record<Channel, number>> = {};
    for (const [at, channel] of CHANNELS.entries()) {
      const count = queries[at]?.data?.total_count;
      if (count !== undefined) counts[channel] = count;
    }
    return counts;
  };
  const [without, known] = [countsOf(counted), countsOf(onRecord)];
  const error = all.error ?? [...counted, ...onRecord].find((query) => query.error !== null)?.error ?? null;
  return {
    data: all.data === undefined ? undefined : { total: all.data.total_count, without, known },
    error,
    isError: error !== null,
    isFetching: all.isFetching || counted.some((query) => query.isFetching),
    dataUpdatedAt: all.dataUpdatedAt,
    refetch: () => queryClient.invalidateQueries({ queryKey: [listCustomerIdentities.resource] }),
  };
}

/** The contact of a record that a channel can be bound from. */
const CONTACT_OF: Readonly<Partial<Record<Channel, Contact>>> = { whatsapp: 'phone', sms: 'phone', email: 'email' };

function countOptions(channel?: Channel, known?: Contact) {
  const options = read(listCustomerIdentities, {
    limit: 1,
    ...(channel === undefined ? {} : { without_channel: channel }),
    ...(known === undefined ? {} : { known }),
  });
  return {
    ...options,
    select: ({ total_count }: Reply<typeof listCustomerIdentities>) => ({ total_count }),
    staleTime: 60_000,
  };
}
