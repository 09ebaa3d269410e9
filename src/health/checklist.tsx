import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { HealthOverview } from '#contract/health-overview.ts';
import { personalPreferences, savePersonalPreferences } from '#src/api/personal-preferences.ts';
import { showFailure } from '#src/api/write.ts';
import { Panel } from '#src/panels/panel.tsx';
import { Button } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { announce } from '#src/ui/toasts/announce.ts';
import { messages } from './messages.ts';

const texts = messages.checklist;
const KEY = 'health_checklist';
const ITEMS = ['calendar', 'webhook_test', 'identity_bound', 'ai_caps', 'self_tests'] as const;
type Item = (typeof ITEMS)[number];

interface ChecklistProps {
  readonly checklist: HealthOverview['checklist'];
  readonly hasLog: boolean;
}

/** What a new site has yet to do. It leaves when all is done, or when it is sent away. */
export function Checklist({ checklist, hasLog }: ChecklistProps) {
  const done = ITEMS.filter((item) => checklist[item]).length;
  const isOver = done === ITEMS.length;
  // Who has done all of it costs no call.
  const { data: preferences } = useQuery({ ...personalPreferences(), enabled: !isOver });
  if (isOver || preferences === undefined || preferences[KEY] === 'hidden') return null;
  const dismiss = () =>
    void savePersonalPreferences({ [KEY]: 'hidden' }).then(
      () => announce(texts.dismissed),
      (error: unknown) => showFailure(error, texts.notDismissed),
    );
  const doors: Readonly<Record<Item, LinkProps | null>> = {
    calendar: null,
    webhook_test: hasLog ? { to: '/settings/webhooks/log' } : null,
    identity_bound: { to: '/customers' },
    ai_caps: { to: '/ai/usage/caps' },
    self_tests: { to: '/health', search: { test: '1' } },
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
            const door = doors[item];
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
                ) : item === 'calendar' ? (
                  <span className="text-12 text-ink-3">{texts.calendarHow}</span>
                ) : door === null ? null : (
                  <Link
                    {...door}
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
