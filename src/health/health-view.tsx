import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps, useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import type { HealthOverview } from '#contract/health-overview.ts';
import { personalPreferences, savePersonalPreferences } from '#src/api/personal-preferences.ts';
import { useWhoami } from '#src/api/whoami.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { showFailure } from '#src/api/write.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatAge, formatClock, formatInstant, formatNear } from '#src/format/time.ts';
import { useNow } from '#src/format/use-now.ts';
import { PageActions } from '#src/panels/page-actions.tsx';
import { PageHeader } from '#src/panels/page-frame.tsx';
import { PageBody } from '#src/panels/page-parts.tsx';
import { type Asked, Panel, QueryPending, StaleQuery } from '#src/panels/panel.tsx';
import { Button, buttonClass, IconButton } from '#src/ui/button.tsx';
import { Chip } from '#src/ui/chip.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import type { Command } from '#src/ui/keys/commands.ts';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { lazyComponent } from '#src/ui/fetch-code.ts';
import { useOfferedCommands } from '#src/ui/offered-commands.ts';
import type { MenuItem } from '#src/ui/overlay/menu-lines.tsx';
import { Skeleton } from '#src/ui/loading.tsx';
import { announce } from '#src/ui/toasts/announce.ts';
import { Figures, providedBy, WaitingFigures } from './figures.tsx';
import { messages } from './messages.ts';
import { ChannelsPanel, ImportsPanel } from './migration-panels.tsx';
import { attentionOf, type HealthPicture, useHealth } from './picture.ts';
import { contextSentences, type Reading, ruleSentence, ruleText } from './rule-text.ts';
import type { HealthSearch } from './search.ts';
import { SelfTestsPanel, useSelfTests } from './self-tests-panel.tsx';
import { view } from './view.ts';

const RulesDialog = lazyComponent(() => import('./thresholds-dialog.tsx'), 'RulesDialog');

/** The state of the site: the sentence, the list of what needs attention, and the figures behind them. */
export function HealthView({ search }: { readonly search: HealthSearch }) {
  const reading: Reading = { zone: useDisplayZone(), nowMs: useNow(), can: providedBy(useWhoami()) };
  const [isPaused, setPaused] = useState(false);
  const { query, picture, migrationQuery } = useHealth(!isPaused);
  const { can } = reading;
  const tests = useSelfTests();
  const [isEditingRules, setEditingRules] = useState(false);
  const navigate = useNavigate();
  const isWall = search.wall === '1';
  const toggleWall = () => void navigate({ to: '/health', search: isWall ? {} : { wall: '1' } });
  const pause = () => setPaused(!isPaused);
  const { reason: readOnlyReason } = useWriteAccess('any');
  const hasRules = can.isWhole && readOnlyReason === undefined;
  const [{ group, entries: keys }] = view.keys;
  useShortcut(keys.wall.keys, toggleWall, { label: keys.wall.label, group });
  useShortcut('escape', toggleWall, { when: isWall });
  useShortcut(keys.pause.keys, pause, { label: keys.pause.label, group });
  const texts = messages.header;
  const editRules = hasRules ? () => setEditingRules(true) : undefined;
  const rules: readonly MenuItem[] =
    editRules === undefined ? [] : [{ key: 'rules', label: texts.rules, icon: 'settings', onSelect: editRules }];
  const runTests: MenuItem = { key: 'tests', label: messages.tests.run, icon: 'play', onSelect: tests.run };
  useOfferedCommands(
    [runTests, ...rules].map(({ key, label, icon, onSelect: run }): Command => ({
      id: `health-${key}`,
      group: 'list',
      label,
      icon,
      run,
    })),
  );
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
            {isWall ? (
              <Button variant="ghost" kbd="escape" onClick={toggleWall}>
                {texts.leaveWall}
              </Button>
            ) : (
              <>
                <IconButton
                  icon={isPaused ? 'play' : 'pause'}
                  label={isPaused ? texts.resume : texts.pause}
                  kbd={keys.pause.keys}
                  onClick={pause}
                />
                <PageActions
                  more={[
                    { key: 'wall', label: texts.wall, icon: 'screen', kbd: keys.wall.keys, onSelect: toggleWall },
                    ...rules,
                  ]}
                />
              </>
            )}
          </>
        }
      />
      <StaleQuery query={query} />
      <PageBody>
        {picture === undefined ? (
          <Waiting query={query} />
        ) : (
          <>
            <Head picture={picture} reading={reading} />
            <p className="mt-1 text-12 text-ink-3 tabular-nums md:hidden">{asOf}</p>
            <AttentionList picture={picture} reading={reading} />
            {isWall ? null : <AllRules picture={picture} />}
            {picture.overview === null || readOnlyReason !== undefined || isWall ? null : (
              <Checklist checklist={picture.overview.checklist} />
            )}
            <ComparedFigures picture={picture} reading={reading} />
            <div className="mt-7 grid gap-x-12 gap-y-8 min-[1200px]:grid-cols-2 [&>*]:min-w-0">
              <ChannelsPanel picture={picture} reading={reading} query={migrationQuery} />
              <div className="flex flex-col gap-8">
                <ImportsPanel picture={picture} reading={reading} />
                <div id="self-tests">
                  <SelfTestsPanel tests={tests} kept={picture.overview?.self_tests ?? null} reading={reading} />
                </div>
              </div>
            </div>
          </>
        )}
      </PageBody>
      <Suspense fallback={null}>
        {isEditingRules ? <RulesDialog onClose={() => setEditingRules(false)} /> : null}
      </Suspense>
    </>
  );
}

/** Older figures are marked as old. */
const OLD_MS = 120_000;

interface AsOfProps {
  readonly asOf: string;
  /** In ms since 1970. */
  readonly loadedAt: number;
  readonly nowMs: number;
  readonly isPaused: boolean;
}

/** The moment of the figures, and whether they refresh. */
function AsOf({ asOf, loadedAt, nowMs, isPaused }: AsOfProps) {
  const texts = messages.header;
  const zone = useDisplayZone();
  const age = nowMs - loadedAt;
  const time = <time dateTime={asOf}>{texts.asOf(formatClock(asOf, zone))}</time>;
  if (age >= OLD_MS)
    return (
      <span className="inline-flex items-center gap-1.5 text-warn-text">
        <Icon name="clock" size={14} /> {time}, {texts.old(formatAge(age))}
      </span>
    );
  return (
    <>
      {time}, {isPaused ? texts.paused : texts.every}
    </>
  );
}

interface PartProps {
  readonly picture: HealthPicture;
  readonly reading: Reading;
}

/** The sentence, the hours and the last message. */
function Head({ picture, reading }: PartProps) {
  const { length } = attentionOf(picture);
  return (
    <section aria-label={messages.title}>
      <h2 className="text-20 font-semibold">{length === 0 ? messages.lead.allWell : messages.lead.need(length)}</h2>
      <p className="text-ink-2 text-pretty">{contextSentences(picture, reading).join(' ')}</p>
    </section>
  );
}

/** The list of what needs attention: each line with its rule, its start and its door. */
function AttentionList({ picture, reading }: PartProps) {
  const rules = attentionOf(picture);
  if (rules.length === 0) return null;
  return (
    <ul aria-label={messages.attention.title} className="mt-4">
      {rules.map((rule) => {
        const { line, more, icon, door } = ruleText(rule, picture, reading);
        const since = rule.since_utc;
        return (
          <li
            key={rule.key}
            className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-t border-line py-2.5 max-md:ps-7"
          >
            <Icon
              name={icon}
              className={`flex-none max-md:absolute max-md:-ms-7 max-md:self-start ${rule.state === 'bad' ? 'text-danger' : 'text-warn'}`}
            />
            <div className="min-w-0 flex-1 basis-64">
              <p className="text-pretty [overflow-wrap:anywhere]">
                <b className="font-semibold">{line}</b>
                {more === null ? null : <span className="text-ink-3"> {more}</span>}
              </p>
              <p className="text-12 text-ink-3">
                {since === null ? null : (
                  <>
                    <time dateTime={since}>{messages.attention.since(formatInstant(since, reading.zone))}</time>{' '}
                  </>
                )}
                {messages.attention.rule(ruleSentence(rule, picture))}
              </p>
            </div>
            <Link {...door.link} className={`${buttonClass()} no-underline`}>
              {door.label}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

const TONES = { ok: 'ok', attention: 'warn', bad: 'danger', unknown: 'plain' } as const;

/** Every rule with its state, folded. */
function AllRules({ picture }: Pick<PartProps, 'picture'>) {
  const texts = messages.rules;
  const { rules } = picture;
  return (
    <details className="mt-3 text-12 text-ink-2">
      <summary className="min-h-6 cursor-pointer leading-6">{texts.title(rules.length)}</summary>
      <ul aria-label={texts.title(rules.length)} className="mt-1">
        {rules.map((rule) => (
          <li key={rule.key} className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-1.5">
            <span className="w-32 flex-none">
              <Chip tone={TONES[rule.state]}>{texts.state[rule.state]}</Chip>
            </span>
            <p className="min-w-0 flex-1 basis-64 text-pretty first-letter:uppercase">{ruleSentence(rule, picture)}</p>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The figures, with their changes since a day ago. */
function ComparedFigures({ picture, reading: { zone, nowMs, can } }: PartProps) {
  const { overview } = picture;
  const at = overview?.day_ago?.as_of_utc;
  return (
    <div className="mt-5">
      {overview === null ? null : (
        <p className="pb-2 text-12 text-ink-3">
          {at === undefined ? (
            messages.compare.none
          ) : (
            <time dateTime={at}>{messages.compare.label(formatNear(at, zone, nowMs))}</time>
          )}
        </p>
      )}
      <Figures picture={picture} can={can} />
    </div>
  );
}

/** The page before its first answer: a skeleton, or the failure. */
function Waiting({ query }: { readonly query: Asked<unknown> }) {
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

const KEY = 'health_checklist';
const ITEMS = ['calendar', 'webhook_test', 'identity_bound', 'ai_caps', 'self_tests'] as const;
type Item = (typeof ITEMS)[number];

/** The set-up steps of a new site, until all are done or a person hides the list. */
function Checklist({ checklist }: Pick<HealthOverview, 'checklist'>) {
  const texts = messages.checklist;
  const done = ITEMS.filter((item) => checklist[item]).length;
  const isOver = done === ITEMS.length;
  // No call once all is done.
  const { data: preferences } = useQuery({ ...personalPreferences(), enabled: !isOver });
  if (isOver || preferences === undefined || preferences[KEY] === 'hidden') return null;
  const dismiss = () =>
    void savePersonalPreferences(() => ({ [KEY]: 'hidden' })).then(
      () => announce(texts.dismissed),
      (error: unknown) => showFailure(error, texts.notDismissed),
    );
  const doors: Readonly<Record<Item, LinkProps>> = {
    calendar: { to: '/manage/hours' },
    webhook_test: { to: '/settings/webhooks' },
    identity_bound: { to: '/customers' },
    ai_caps: { to: '/ai/usage' },
    self_tests: { to: '/health', hash: 'self-tests' },
  };
  return (
    <div className="mt-5 border-t border-line pt-2">
      <Panel
        title={texts.title}
        note={texts.note(done, ITEMS.length)}
        actions={
          <Button size="sm" variant="ghost" onClick={dismiss}>
            {texts.dismiss}
          </Button>
        }
      >
        <ul className="mt-1 grid gap-x-10 md:grid-cols-2">
          {ITEMS.map((item) => {
            const isDone = checklist[item];
            return (
              <li key={item} className="flex min-h-row flex-wrap items-center gap-x-2.5 border-b border-line py-1">
                <Icon name={isDone ? 'check' : 'forward'} size={14} className={isDone ? 'text-ok' : 'text-ink-3'} />
                <span className={`min-w-0 flex-1 ${isDone ? 'text-ink-3' : ''}`}>
                  {texts[item]} <span className="sr-only">{isDone ? texts.done : texts.todo}</span>
                </span>
                {isDone ? (
                  <span aria-hidden="true" className="text-12 text-ink-3">
                    {texts.done}
                  </span>
                ) : (
                  <Link
                    {...doors[item]}
                    className="hit relative min-h-6 text-12 leading-6 font-medium text-accent-text hover:underline"
                  >
                    {texts.go[item]}
                  </Link>
                )}
              </li>
            );
          })}
        </ul>
      </Panel>
    </div>
  );
}
