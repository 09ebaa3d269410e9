import { useLocation, useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import type { HealthSnapshot } from '#contract/health-overview.ts';
import { describeFailure } from '#src/api/failure-message.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatNear } from '#src/format/time.ts';
import { useNow } from '#src/format/use-now.ts';
import { PageActions } from '#src/panels/page-actions.tsx';
import { PageHeader } from '#src/panels/page-frame.tsx';
import { PageBody } from '#src/panels/page-parts.tsx';
import { Panel, QueryPending, QueryState } from '#src/panels/panel.tsx';
import { Button, IconButton } from '#src/ui/button.tsx';
import type { IconName } from '#src/ui/icons/icon.tsx';
import type { Command } from '#src/ui/keys/commands.ts';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { useOfferedCommands } from '#src/ui/offered-commands.ts';
import { Segmented } from '#src/ui/segmented.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { AttentionList } from './attention-list.tsx';
import { ChannelsPanel } from './channels-panel.tsx';
import { Checklist } from './checklist.tsx';
import { Figures, WaitingFigures } from './figures.tsx';
import { ImportsTable } from './imports-panel.tsx';
import { contextSentences, leadSentence } from './lead.ts';
import { messages } from './messages.ts';
import { silentChannels, type HealthPicture } from './picture.ts';
import { AsOf, NotRefreshed } from './refresh-note.tsx';
import type { Reading } from './rule-text.ts';
import { RulesPanel } from './rules-panel.tsx';
import type { HealthSearch } from './search.ts';
import { SelfTestsPanel } from './self-tests-panel.tsx';
import { providedBy } from './provided.ts';
import { useHealth, type LiveHealth } from './use-health.ts';
import { useSelfTests } from './use-self-tests.ts';
import { useFiles } from './health-files.ts';
import { view } from './view.ts';

const RulesDialog = lazyPart(async () => (await import('./rules-dialog.tsx')).RulesDialog);
const IncidentDialog = lazyPart(async () => (await import('./incident-dialog.tsx')).IncidentDialog);
const FrozenView = lazyPart(async () => (await import('./frozen-view.tsx')).FrozenView);
const MonitorsDialog = lazyPart(async () => (await import('./monitors-dialog.tsx')).MonitorsDialog);

type Dialog = 'rules' | 'incident' | 'monitors';

interface HealthViewProps {
  readonly search: HealthSearch;
  readonly go: (next: HealthSearch) => void;
}

/** How the site is doing, now or as a link has frozen it. */
export function HealthView(props: HealthViewProps) {
  const hash = useLocation({ select: (location) => location.hash });
  const reading = useReading();
  return hash.startsWith('frozen=') ? (
    <Suspense fallback={<PageHeader title={messages.title} />}>
      <FrozenView hash={hash} reading={reading} />
    </Suspense>
  ) : (
    <LiveView {...props} reading={reading} />
  );
}

/** The sentence, what needs attention, and the figures behind them. */
function LiveView({ search, go, reading }: HealthViewProps & { readonly reading: Reading }) {
  const [isPaused, setPaused] = useState(false);
  const live = useHealth(!isPaused);
  const { query, picture } = live;
  const { can } = reading;
  const tests = useSelfTests();
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const navigate = useNavigate();
  const toWall = () => void navigate({ to: '/health', search: { wall: '1' } });
  const pause = () => setPaused(!isPaused);
  const files = useFiles(picture, can);
  const hasRules = hasExtension(useWhoami(), 'site_settings');
  const [{ group, entries: keys }] = view.keys;
  useShortcut(keys.wall.keys, toWall, { label: keys.wall.label, group });
  useShortcut(keys.pause.keys, pause, { label: keys.pause.label, group });
  const texts = messages.header;
  const command = (id: string, label: string, icon: IconName, run: () => void): Command => ({
    id: `health-${id}`,
    group: 'list',
    label,
    icon,
    run,
  });
  useOfferedCommands([
    command('tests', messages.tests.run, 'play', tests.run),
    command('incident', texts.incident, 'copy', () => setDialog('incident')),
    command('monitors', texts.monitors, 'code', () => setDialog('monitors')),
    ...(hasRules ? [command('rules', texts.rules, 'settings', () => setDialog('rules'))] : []),
  ]);
  const asOf =
    picture === undefined ? null : (
      <AsOf asOf={picture.now.as_of_utc} loadedAt={query.dataUpdatedAt} nowMs={reading.nowMs} isPaused={isPaused} />
    );
  return (
    <>
      <PageHeader
        title={messages.title}
        actions={
          <>
            <span className="text-12 text-ink-3 tabular-nums max-md:hidden">{asOf}</span>
            <IconButton
              icon={isPaused ? 'play' : 'pause'}
              label={isPaused ? messages.header.resume : messages.header.pause}
              kbd={keys.pause.keys}
              onClick={pause}
            />
            <PageActions
              files={files}
              more={[
                { key: 'wall', label: messages.header.wall, icon: 'screen', kbd: keys.wall.keys, onSelect: toWall },
                {
                  key: 'incident',
                  label: messages.header.incident,
                  icon: 'copy',
                  onSelect: () => setDialog('incident'),
                },
                ...(hasRules
                  ? [
                      {
                        key: 'rules',
                        label: messages.header.rules,
                        icon: 'settings' as const,
                        onSelect: () => setDialog('rules'),
                      },
                    ]
                  : []),
                {
                  key: 'monitors',
                  label: messages.header.monitors,
                  icon: 'code',
                  onSelect: () => setDialog('monitors'),
                },
              ]}
            />
            <Button busy={tests.isBusy} className="max-md:hidden" onClick={tests.run}>
              {messages.tests.run}
            </Button>
          </>
        }
      />
      <NotRefreshed query={query} nextAt={live.nextAt} />
      <PageBody>
        {picture === undefined ? (
          <Waiting query={query} />
        ) : (
          <>
            <Head picture={picture} reading={reading} live={live} />
            <p className="mt-1 text-12 text-ink-3 tabular-nums md:hidden">{asOf}</p>
            <AttentionList picture={picture} reading={reading} />
            {picture.overview === null ? null : <Checklist checklist={picture.overview.checklist} hasLog={can.log} />}
            <ComparedFigures picture={picture} reading={reading} search={search} go={go} />
            <div className="mt-7 grid gap-x-12 gap-y-8 min-[1200px]:grid-cols-2 [&>*]:min-w-0">
              <ChannelsPart picture={picture} reading={reading} />
              <div className="flex flex-col gap-8">
                <ImportsPart picture={picture} live={live} reading={reading} />
                <div id="self-tests">
                  <SelfTestsPanel
                    tests={tests}
                    kept={picture.overview?.self_tests ?? null}
                    isOffered={search.test !== undefined}
                    reading={reading}
                  />
                </div>
              </div>
            </div>
            <div className="mt-8">
              <RulesPanel
                picture={picture}
                reading={reading}
                onChange={hasRules ? () => setDialog('rules') : undefined}
              />
            </div>
          </>
        )}
      </PageBody>
      <Suspense fallback={null}>
        {dialog === 'rules' ? <RulesDialog onClose={() => setDialog(null)} /> : null}
        {dialog === 'incident' && picture !== undefined ? (
          <IncidentDialog picture={picture} reading={reading} onClose={() => setDialog(null)} />
        ) : null}
        {dialog === 'monitors' ? <MonitorsDialog onClose={() => setDialog(null)} /> : null}
      </Suspense>
    </>
  );
}

function useReading(): Reading {
  return { zone: useDisplayZone(), nowMs: useNow(), can: providedBy(useWhoami()) };
}

interface PartProps {
  readonly picture: HealthPicture;
  readonly reading: Reading;
}

/** The sentence, and what there is to know beside it. */
function Head({ picture, reading, live: { partly } }: PartProps & { readonly live: LiveHealth }) {
  const unknown = picture.rules.filter(({ state }) => state === 'unknown').length;
  const context = contextSentences(picture, reading);
  return (
    <section aria-label={messages.title}>
      <h2 className="text-20 font-semibold text-pretty">{leadSentence(picture, reading)}</h2>
      <p className="text-ink-2 text-pretty">
        {[...context, ...(unknown === 0 ? [] : [messages.lead.unknown(unknown)])].join(' ')}
      </p>
      {partly === null ? null : (
        <p role="status" className="mt-1 text-12 text-warn-text">
          {messages.lead.partly} {messages.lead.partlyText(describeFailure(partly).details ?? '')}
        </p>
      )}
    </section>
  );
}

interface ComparedProps extends PartProps {
  readonly search: HealthSearch;
  readonly go: (next: HealthSearch) => void;
}

/** The figures with what changed since the last visit, or since a day ago. */
function ComparedFigures({ picture, reading, search, go }: ComparedProps) {
  const { overview } = picture;
  const texts = messages.compare;
  const visit = overview?.since ?? null;
  const day = overview?.day_ago ?? null;
  const isVisit = search.compare === 'day' ? false : visit !== null;
  const before: HealthSnapshot | null = isVisit ? visit : day;
  return (
    <div className="mt-5">
      {overview === null ? null : (
        <div className="flex min-h-control flex-wrap items-center gap-x-3 gap-y-1 pb-2 text-12 text-ink-3">
          {before === null ? (
            <p>{texts.none}</p>
          ) : (
            <>
              <p>
                {texts.label} {isVisit ? texts.visit : texts.day},{' '}
                <time dateTime={before.as_of_utc}>{formatNear(before.as_of_utc, reading.zone, reading.nowMs)}</time>
              </p>
              {visit === null || day === null ? null : (
                <Segmented
                  label={texts.label}
                  value={isVisit ? 'visit' : 'day'}
                  options={[
                    { value: 'visit', label: texts.lastVisit },
                    { value: 'day', label: texts.lastDay },
                  ]}
                  onChange={(compare) => go({ ...search, compare: compare === 'visit' ? undefined : 'day' })}
                />
              )}
            </>
          )}
        </div>
      )}
      <Figures picture={picture} reading={reading} before={before} />
    </div>
  );
}

function ChannelsPart({ picture, reading }: PartProps) {
  const { overview, migration } = picture;
  if (reading.can.channels && migration === null) return null;
  return (
    <div id="channels">
      <ChannelsPanel
        channels={migration?.channel_foundation.channels ?? []}
        live={overview?.now.channels ?? null}
        isDeployed={reading.can.channels}
        silent={silentChannels(picture)}
        reading={reading}
      />
    </div>
  );
}

/** The imports: part of the overview, or a call of their own that fails by itself. */
function ImportsPart({ picture, live: { migration }, reading }: PartProps & { readonly live: LiveHealth }) {
  const texts = messages.imports;
  return (
    <div id="imports">
      <Panel title={texts.title} note={texts.note} resource={migration === null ? 'health_overview' : 'migrate_status'}>
        {migration === null ? (
          picture.migration === null ? null : (
            <ImportsTable migration={picture.migration} reading={reading} />
          )
        ) : (
          <QueryState query={migration} name={texts.title} rows={3}>
            {() =>
              picture.migration === null ? null : <ImportsTable migration={picture.migration} reading={reading} />
            }
          </QueryState>
        )}
      </Panel>
    </div>
  );
}

/** The page before the first answer: where everything will be, or why it is not. */
function Waiting({ query }: Pick<LiveHealth, 'query'>) {
  return (
    <QueryPending
      query={query}
      name={messages.name}
      loading={messages.loading}
      failed={messages.failed}
      skeleton={
        <>
          <div className="flex h-7 items-center">
            <Skeleton className="h-5 w-80" />
          </div>
          <div className="mb-5 flex h-5 items-center">
            <Skeleton className="h-2.5 w-64" />
          </div>
          <WaitingFigures />
        </>
      }
    />
  );
}
