import { useMemo } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { updateTicket } from '#contract/ticket-writes.ts';
import { contractResolver } from '#src/api/contract-resolver.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { instantAt } from '#src/format/zone-time.ts';
import { fieldOf, TextField } from '#src/forms/field.tsx';
import { messages } from '#src/ticket-edit/messages.ts';
import { Button } from '#src/ui/button.tsx';

const schema = z.pick(updateTicket.body, { snoozed_until_utc: true });

interface Values {
  /** The field's value, in the displayed zone. */
  snoozed_until_utc: string;
}

/** The contract also takes null, which unsnoozes the ticket, and past times; neither is valid here. */
function resolverIn(zone: string) {
  const { custom, noTime, past } = messages.picker;
  const read = (values: Values) => readLocalTime(values.snoozed_until_utc, zone);
  return contractResolver<Values, z.input<typeof schema>, z.output<typeof schema>>({
    schema,
    names: { snoozed_until_utc: custom },
    bodyOf: (values) => ({ snoozed_until_utc: read(values) }),
    also(values) {
      const untilUtc = read(values);
      if (untilUtc === null) return { snoozed_until_utc: noTime };
      return Date.parse(untilUtc) > Date.now() ? {} : { snoozed_until_utc: past };
    },
  });
}

/** A custom date and time, in the displayed zone. */
export function SnoozeTime({ onChoose }: { readonly onChoose: (untilUtc: string) => void }) {
  const zone = useDisplayZone();
  const resolver = useMemo(() => resolverIn(zone), [zone]);
  const form = useForm<Values, unknown, z.output<typeof schema>>({
    defaultValues: { snoozed_until_utc: '' },
    resolver,
  });
  const { picker } = messages;
  const { error, ...field } = fieldOf(form, 'snoozed_until_utc');
  const submit = form.handleSubmit(({ snoozed_until_utc: untilUtc }) => {
    if (typeof untilUtc === 'string') onChoose(untilUtc);
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-2 p-2">
      <TextField
        label={picker.custom}
        type="datetime-local"
        data-autofocus=""
        isRequired
        hint={picker.customIn(zone)}
        error={error === undefined ? undefined : <span role="alert">{error}</span>}
        {...field}
      />
      <Button type="submit" variant="primary" size="sm" className="self-end">
        {picker.snooze}
      </Button>
    </form>
  );
}

/** The value of a `datetime-local` field in a zone as an ISO instant; null when it is no time. */
export function readLocalTime(value: string, zone: string): string | null {
  const [day = '', time = ''] = value.split('T');
  return instantAt({ day, time }, zone);
}
