import { useMedia } from '#src/browser/use-media.ts';
import { useNow } from '#src/format/use-now.ts';
import { formatUtcDay } from '#src/format/utc-day.ts';
import { Button } from '#src/ui/button.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { Popover } from '#src/ui/overlay/popover.tsx';
import { Segmented } from '#src/ui/segmented.tsx';
import { messages as keyMessages } from './key-messages.ts';
import { messages as page } from './messages.ts';
import { messages } from './range-messages.ts';
import { DEFAULT_DAYS, RANGES, type AiSearch, type RangeDays } from './search.ts';
import type { GoTo } from './tab-props.ts';
import { addDays, utcToday, windowOf } from './usage-window.ts';

const RangeDates = lazyPart(async () => (await import('./range-dates.tsx')).RangeDates);

interface RangeControlProps {
  readonly search: AiSearch;
  readonly go: GoTo<AiSearch>;
  /** Free dates need the extension. */
  readonly canChooseDates: boolean;
}

/** Which UTC days the figures cover: the last 7, 30 or 90, or free dates. */
export function RangeControl({ search, go, canChooseDates }: RangeControlProps) {
  const isFree = canChooseDates && search.from !== undefined;
  const choose = (days: RangeDays) => go(withDays(search, days), { replace: true });
  useShortcut('1', () => choose(7), { label: keyMessages.range7, group: keyMessages.group });
  useShortcut('2', () => choose(30), { label: keyMessages.range30, group: keyMessages.group });
  useShortcut('3', () => choose(90), { label: keyMessages.range90, group: keyMessages.group });
  return (
    <div className="flex flex-none items-center gap-1.5">
      {canChooseDates ? <FreeDates search={search} go={go} isFree={isFree} /> : null}
      <Segmented
        label={page.range}
        value={isFree ? '' : String(search.days ?? DEFAULT_DAYS)}
        options={RANGES.map((n) => ({ value: String(n), label: page.rangeDays(n) }))}
        onChange={(value) => choose(RANGES.find((n) => String(n) === value) ?? DEFAULT_DAYS)}
      />
    </div>
  );
}

function FreeDates({ search, go, isFree }: Omit<RangeControlProps, 'canChooseDates'> & { readonly isFree: boolean }) {
  const { from, to } = windowOf(search, utcToday(useNow()));
  const isPhone = useMedia('(max-width: 767.98px)');
  const shown = { first: from, last: addDays(to, -1) };
  return (
    <Popover
      label={messages.label}
      align="end"
      trigger={(props) =>
        isFree && !isPhone ? (
          <Button {...props} icon="clock" aria-label={messages.change(dayText(shown))}>
            {dayText(shown)}
          </Button>
        ) : (
          // A phone has no room for the days beside the title; every panel names them.
          <IconButton
            {...props}
            icon="clock"
            variant={isFree ? 'default' : 'ghost'}
            label={isFree ? messages.change(dayText(shown)) : messages.label}
          />
        )
      }
    >
      {(close) => (
        <RangeDates
          shown={shown}
          onChoose={({ first, last }) => {
            close();
            go({ ...search, days: undefined, from: first, to: addDays(last, 1) }, { replace: true });
          }}
        />
      )}
    </Popover>
  );
}

function withDays(search: AiSearch, days: RangeDays): AiSearch {
  return {
    ...search,
    from: undefined,
    to: undefined,
    days: days === DEFAULT_DAYS ? undefined : days,
  };
}

function dayText({ first, last }: { readonly first: string; readonly last: string }): string {
  return first === last ? formatUtcDay(first) : messages.chosen(formatUtcDay(first), formatUtcDay(last));
}
