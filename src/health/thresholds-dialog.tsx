import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Body } from '#contract/operation.ts';
import {
  getSiteSettings,
  HEALTH_RULE_KEYS,
  HEALTH_THRESHOLDS,
  type HealthThresholdKey,
  healthThresholds,
  type SiteSettings,
  updateSiteSettings,
} from '#contract/site-settings.ts';
import { currentSettings } from '#src/api/current-settings.ts';
import { contractResolver } from '#src/api/contract-resolver.ts';
import { read } from '#src/api/read.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { useWrite } from '#src/api/write.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { formatInstant } from '#src/format/time.ts';
import { type NumberKind, numberText, readNumber } from '#src/format/typed-number.ts';
import { fieldOf } from '#src/forms/field.tsx';
import { FormDialog } from '#src/forms/form-dialog.tsx';
import { NumberField } from '#src/forms/number-field.tsx';
import { WriteFailure } from '#src/forms/write-failure.tsx';
import { defineMessages } from '#src/i18n/messages.ts';
import { QueryPending } from '#src/panels/panel.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { toast } from '#src/ui/toasts/toast-store.ts';

const messages = defineMessages({
  title: 'Change the rules',
  name: 'The rules',
  submit: 'Save rules',
  done: 'Rules saved',
  lead: 'Something needs attention when it is above its number here; an empty field has its default. The rules apply to everyone on this site.',
  label: {
    no_first_reply: 'Tickets waiting too long for a first reply',
    overdue_replies: 'Tickets with an overdue reply (five more are “Bad”)',
    webhook_failures: 'Deliveries that failed in 24 hours and are not delivered yet',
    channel_silence: 'Minutes without a message where usually some come',
    ai_forecast: 'Percent of the AI budget that the forecast reaches',
    ai_errors: 'Percent of AI calls that fail',
    migration: 'Failed rows of the last imports',
  },
  initial: (value: string) => `Default: ${value}`,
  range: (most: string) => `Enter a whole number from 0 to ${most}, or leave it empty for the default.`,
  neverChanged: 'No one has changed them yet.',
  changed: (instant: string, by: string) => `Last changed ${instant} by ${by}.`,
  unknownToken: 'another API token',
  conflict: {
    title: (by: string) => `${by} saved other rules meanwhile.`,
    line: (rule: string, value: string) => `${rule}: ${value}`,
    initial: 'default',
    otherSettings: 'The rules are the same; another setting of the site was changed.',
    theirs: 'Use theirs',
    mine: 'Save mine instead',
    first: 'Choose first which rules to keep.',
  },
  guard: {
    title: 'Leave without saving?',
    text: 'Your changes will be lost.',
    keep: 'Keep editing',
    discard: 'Discard',
  },
});

/** In the order of the rules. */
const THRESHOLD_KEYS = HEALTH_RULE_KEYS.filter((key): key is HealthThresholdKey =>
  Object.hasOwn(HEALTH_THRESHOLDS, key),
);

const KINDS: Readonly<Record<HealthThresholdKey, NumberKind>> = {
  no_first_reply: 'whole',
  overdue_replies: 'whole',
  webhook_failures: 'whole',
  channel_silence: 'whole',
  ai_forecast: 'percent',
  ai_errors: 'percent',
  migration: 'whole',
};

interface RulesDialogProps {
  readonly onClose: () => void;
}

/** Sets the thresholds of the site. */
export function RulesDialog({ onClose }: RulesDialogProps) {
  const query = useQuery({ ...read(getSiteSettings), staleTime: 0 });
  if (query.data === undefined)
    return (
      <Dialog title={messages.title} onClose={onClose}>
        <QueryPending query={query} name={messages.name} rows={THRESHOLD_KEYS.length} rowClass="min-h-16" />
      </Dialog>
    );
  return <RulesForm opened={query.data} onClose={onClose} />;
}

function RulesForm({ opened, onClose }: RulesDialogProps & { readonly opened: SiteSettings }) {
  const { reason } = useWriteAccess('site:write');
  const { write, isBusy, error, reset } = useWrite(updateSiteSettings);
  // The version that the form's values are based on.
  const [base, setBase] = useState(opened);
  const zone = useDisplayZone();
  const theirs = currentSettings(error);
  const form = useForm<RuleValues, unknown, Body<typeof updateSiteSettings>>({
    defaultValues: valuesOf(base),
    mode: 'onTouched',
    resolver: async (values, context, options) => {
      const judged = await judgeValues(values, context, options);
      return Object.keys(judged.errors).length > 0
        ? { values: {}, errors: judged.errors }
        : {
            values: { version: base.version, values: { health_rules: thresholdsOf(values) } },
            errors: {},
          };
    },
  });

  function takeTheirs(now: SiteSettings): void {
    setBase(now);
    form.reset(valuesOf(now));
    reset();
  }

  async function keepMine(now: SiteSettings): Promise<void> {
    setBase(now);
    const values = { health_rules: thresholdsOf(form.getValues()) };
    if ((await write({ body: { version: now.version, values } })) !== null) done();
  }

  function done(): void {
    toast({ kind: 'done', text: messages.done });
    onClose();
  }

  return (
    <FormDialog
      title={messages.title}
      submit={messages.submit}
      form={form}
      isBusy={isBusy}
      error={error}
      disabledReason={reason ?? (theirs === null ? undefined : messages.conflict.first)}
      guard={messages.guard}
      onClose={onClose}
      onSend={(body) => write({ body })}
      onDone={done}
      failure={(failure, leave) =>
        theirs === null ? (
          <WriteFailure error={failure} />
        ) : (
          <Conflict
            fields={changedBy(base, theirs)}
            theirs={theirs}
            onTheirs={() => takeTheirs(theirs)}
            onMine={() => leave(() => void keepMine(theirs))}
          />
        )
      }
    >
      <p className="text-ink-2">{messages.lead}</p>
      {THRESHOLD_KEYS.map((key) => (
        <NumberField
          key={key}
          kind={KINDS[key]}
          label={messages.label[key]}
          placeholder={numberText(HEALTH_THRESHOLDS[key].initial, KINDS[key])}
          hint={messages.initial(formatCount(HEALTH_THRESHOLDS[key].initial))}
          readOnly={reason !== undefined}
          {...fieldOf(form, key)}
        />
      ))}
      <p className="text-12 text-ink-3">
        {base.updated_utc === null
          ? messages.neverChanged
          : messages.changed(formatInstant(base.updated_utc, zone), base.updated_by ?? messages.unknownToken)}
      </p>
    </FormDialog>
  );
}

interface ConflictProps {
  readonly fields: readonly HealthThresholdKey[];
  readonly theirs: SiteSettings;
  readonly onMine: () => void;
  readonly onTheirs: () => void;
}

/** Shows what another person has saved meanwhile, and offers to take it or to overwrite it. */
function Conflict({ fields, theirs, onMine, onTheirs }: ConflictProps) {
  const texts = messages.conflict;
  const values = valuesOf(theirs);
  return (
    <div
      role="alert"
      className="mt-3 rounded-control border border-warn-line bg-warn-tint px-3 py-2 text-12 text-warn-text"
    >
      <p className="font-medium">{texts.title(theirs.updated_by ?? messages.unknownToken)}</p>
      <ul>
        {fields.map((key) => (
          <li key={key}>{texts.line(messages.label[key], values[key] === '' ? texts.initial : values[key])}</li>
        ))}
        {fields.length === 0 ? <li>{texts.otherSettings}</li> : null}
      </ul>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" onClick={onTheirs}>
          {texts.theirs}
        </Button>
        <Button size="sm" onClick={onMine}>
          {texts.mine}
        </Button>
      </div>
    </div>
  );
}

/** The contract checks each threshold; errors are by field name. */
const judgeValues = contractResolver({
  schema: healthThresholds,
  names: Object.fromEntries(THRESHOLD_KEYS.map((key) => [key, messages.label[key]])),
  bodyOf: (values: RuleValues) => thresholdsOf(values) ?? {},
  also: (values) => Object.fromEntries(THRESHOLD_KEYS.map((key) => [key, problemOf(key, values[key])])),
});

/** As typed; empty for the default. */
type RuleValues = Record<HealthThresholdKey, string>;
type Thresholds = NonNullable<SiteSettings['values']['health_rules']>;

/** The texts of the form: a default threshold is empty. */
function valuesOf(settings: SiteSettings): RuleValues {
  const chosen = settings.values.health_rules ?? {};
  const text = (key: HealthThresholdKey): string => {
    const value = chosen[key];
    return value === undefined ? '' : numberText(value, KINDS[key]);
  };
  return {
    no_first_reply: text('no_first_reply'),
    overdue_replies: text('overdue_replies'),
    webhook_failures: text('webhook_failures'),
    channel_silence: text('channel_silence'),
    ai_forecast: text('ai_forecast'),
    ai_errors: text('ai_errors'),
    migration: text('migration'),
  };
}

/** Null if nothing valid is typed. */
function readThreshold(key: HealthThresholdKey, text: string): number | null {
  const read = readNumber(text, KINDS[key]);
  const value = read.kind === 'number' ? Number(read.plain) : null;
  return value !== null && value <= HEALTH_THRESHOLDS[key].most ? value : null;
}

function problemOf(key: HealthThresholdKey, text: string): string | undefined {
  if (text.trim() === '' || readThreshold(key, text) !== null) return undefined;
  return messages.range(formatCount(HEALTH_THRESHOLDS[key].most));
}

/** All thresholds for the request, since they are stored as one value; null if each is the default. */
function thresholdsOf(values: RuleValues): Thresholds | null {
  const chosen = THRESHOLD_KEYS.flatMap((key) => {
    const value = readThreshold(key, values[key]);
    return value === null ? [] : [[key, value] as const];
  });
  return chosen.length === 0 ? null : Object.fromEntries(chosen);
}

/** The thresholds that another person has changed since the form was opened. */
function changedBy(base: SiteSettings, theirs: SiteSettings): readonly HealthThresholdKey[] {
  const [before, after] = [valuesOf(base), valuesOf(theirs)];
  return THRESHOLD_KEYS.filter((key) => before[key] !== after[key]);
}
