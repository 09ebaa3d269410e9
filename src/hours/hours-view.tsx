import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { BusinessCalendar } from '#contract/calendar.ts';
import { useWhoami } from '#src/api/whoami.ts';
import { usePathname } from '#src/browser/use-address.ts';
import { businessHoursAt } from '#src/format/business-hours.ts';
import { formatAge, formatClockTime, formatZone, formatWeekday } from '#src/format/time.ts';
import { useNow } from '#src/format/use-now.ts';
import { dayAndTimeOf, isKnownZone } from '#src/format/zone-time.ts';
import { useHistoryItems } from '#src/panels/history-link.tsx';
import { PageActions } from '#src/panels/page-actions.tsx';
import { PageHeader } from '#src/panels/page-frame.tsx';
import { PageBody, PageTabs } from '#src/panels/page-parts.tsx';
import { QueryPending, StaleQuery } from '#src/panels/panel.tsx';
import { sessionState } from '#src/session/session-store.ts';
import { Button } from '#src/ui/button.tsx';
import { Chip } from '#src/ui/chip.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { LeaveGuard } from '#src/ui/leave-guard.tsx';
import { Switch } from '#src/ui/switch.tsx';
import { messages } from './messages.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { SaveBar } from './save-bar.tsx';
import { calendarOptions, EditorContext, removeDraft, useEditor, useNewEditor } from './use-editor.ts';

/** The business hours page: the week, holidays and dates, saved together. */
export function HoursView({ children }: { readonly children: ReactNode }) {
  const query = useQuery(calendarOptions());
  if (query.data === undefined) {
    return (
      <>
        <PageHeader title={messages.title} tabs={<Tabs />} />
        <PageBody>
          <QueryPending query={query} name={messages.name} rows={8} rowClass="min-h-12" />
        </PageBody>
      </>
    );
  }
  return (
    <EditorPage calendar={query.data} shownAt={query.dataUpdatedAt}>
      <StaleQuery query={query} />
      {children}
    </EditorPage>
  );
}

interface EditorPageProps {
  readonly calendar: BusinessCalendar;
  readonly shownAt: number;
  readonly children: ReactNode;
}

function EditorPage({ calendar, shownAt, children }: EditorPageProps) {
  const editor = useNewEditor(calendar);
  const [isReviewing, setReviewing] = useState(false);
  const { plan, edit, isWhole, lockedReason, elsewhere, changes } = editor;
  const pathname = usePathname();
  const { site_id: siteId } = useWhoami();
  const history = useHistoryItems()({ type: 'business_calendar', id: siteId });
  const review = () => setReviewing(true);
  return (
    <EditorContext value={editor}>
      <PageHeader
        title={messages.title}
        documentTitle={pathname === PATHS.dates ? `${messages.dates} · ${messages.title}` : messages.title}
        switcher={
          <>
            <OpenBadge calendar={calendar} />
            <span className="truncate text-12 text-ink-3 tabular-nums max-lg:hidden">
              <NextChange calendar={calendar} />
            </span>
          </>
        }
        tabs={<Tabs />}
        actions={
          <>
            <FlagSwitch />
            <PageActions more={history} />
          </>
        }
      />
      <div id="hours" className="contents">
        {lockedReason === undefined ? null : <Strip>{messages.readOnly(lockedReason)}</Strip>}
        {isWhole || lockedReason !== undefined ? null : <Strip>{messages.noDates}</Strip>}
        {plan.isOn ? null : (
          <Strip isWarning>
            <span className="flex-1">{messages.offBanner}</span>
            {isWhole && lockedReason === undefined ? (
              <Button size="sm" onClick={() => edit({ ...plan, isOn: true })}>
                {messages.turnOn}
              </Button>
            ) : null}
          </Strip>
        )}
        {elsewhere === null ? null : (
          <Strip isWarning>
            <span className="flex-1">
              {messages.elsewhere.strip(formatClockTime(new Date(shownAt).toISOString(), plan.zone))}
            </span>
            <Button size="sm" onClick={review}>
              {messages.elsewhere.review}
            </Button>
          </Strip>
        )}
        <PageBody>{children}</PageBody>
        <SaveBar onConflict={review} />
      </div>
      <LeaveGuard
        texts={messages.guard}
        within={PATHS.week}
        isDirty={() => changes.length > 0}
        isOver={() => sessionState().phase === 'out'}
        isClosing={false}
        onStay={() => undefined}
        onDiscard={removeDraft}
      />
      {isReviewing && elsewhere !== null ? (
        <ConflictDialog elsewhere={elsewhere} onClose={() => setReviewing(false)} />
      ) : null}
    </EditorContext>
  );
}

const PATHS = { week: '/manage/hours', dates: '/manage/hours/dates' } as const;

function Tabs() {
  return (
    <PageTabs
      label={messages.tabs}
      tabs={[
        { label: messages.week, link: { to: PATHS.week } },
        { label: messages.dates, link: { to: PATHS.dates } },
      ]}
    />
  );
}

/** Whether support is open by the saved calendar, as the service says. */
function OpenBadge({ calendar: { flag_on, is_now_within_hours } }: { readonly calendar: BusinessCalendar }) {
  if (!flag_on) return <Chip>{messages.notApplied}</Chip>;
  return (
    <Chip tone={is_now_within_hours ? 'ok' : 'plain'}>
      <Icon name="clock" size={14} />
      {is_now_within_hours ? messages.open : messages.closed}
    </Chip>
  );
}

function NextChange({ calendar }: { readonly calendar: BusinessCalendar }) {
  const now = useNow();
  const { time_zone: zone, is_now_within_hours: isOpen, flag_on } = calendar;
  const hours = isKnownZone(zone) ? businessHoursAt(calendar, now, 400) : null;
  // A clock that is off must not contradict the service.
  if (!flag_on || hours?.open !== isOpen) return null;
  if (hours.changesAt === null) return messages.never;
  const at = new Date(hours.changesAt).toISOString();
  const isToday = dayAndTimeOf(at, zone)?.day === dayAndTimeOf(new Date(now).toISOString(), zone)?.day;
  const time = isToday ? messages.at(formatClockTime(at, zone)) : `${formatWeekday(at, zone)} ${formatZone(at, zone)}`;
  return (isOpen ? messages.closesAt : messages.opensAt)(time, formatAge(hours.changesAt - now));
}

function FlagSwitch() {
  const { plan, edit, isWhole, lockedReason } = useEditor();
  return (
    <span className="flex flex-none items-center gap-1.5 text-12 text-ink-2">
      <span aria-hidden="true" className="flex items-center gap-1.5 max-md:hidden">
        {plan.isOn ? <Icon name="check" size={14} className="text-ok" /> : null}
        {plan.isOn ? messages.inEffect : messages.notInEffect}
      </span>
      <Switch
        isOn={plan.isOn}
        isLabelHidden
        label={messages.inEffect}
        checked={plan.isOn}
        disabled={!isWhole || lockedReason !== undefined}
        title={lockedReason}
        onChange={({ target }) => edit({ ...plan, isOn: target.checked })}
      />
    </span>
  );
}

interface StripProps {
  readonly isWarning?: boolean;
  readonly children: ReactNode;
}

function Strip({ isWarning = false, children }: StripProps) {
  return (
    <div
      role="status"
      className={`flex min-h-bar flex-none flex-wrap items-center gap-2 border-b px-4 py-1.5 ${
        isWarning ? 'border-warn-line bg-warn-tint text-warn-text' : 'border-line bg-app text-ink-2'
      }`}
    >
      {children}
    </div>
  );
}
