import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Body } from '#contract/operation.ts';
import { getSiteSettings, updateSiteSettings, type SiteSettings } from '#contract/site-settings.ts';
import { MAX_REPLY_TARGET_MINUTES } from '#contract/ticket-names.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { read } from '#src/api/read.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { inverse, useWrite } from '#src/api/write.ts';
import { formatCount } from '#src/format/number.ts';
import { numberText, readNumber } from '#src/format/typed-number.ts';
import { fieldOf } from '#src/forms/field.tsx';
import { FormDialog } from '#src/forms/form-dialog.tsx';
import { NumberField } from '#src/forms/number-field.tsx';
import { WriteFailure } from '#src/forms/write-failure.tsx';
import { defineMessages } from '#src/i18n/messages.ts';
import { QueryPending } from '#src/panels/panel.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';

const messages = defineMessages({
  title: 'Reply target',
  minutes: 'Minutes until a reply is due',
  hint: 'Only your business hours count. Leave it empty for no target.',
  h: (hours: string) => `${hours} h`,
  min: (minutes: string) => `${minutes} min`,
  problem: (most: string) => `Enter a whole number from 1 to ${most} (30 days), or leave it empty.`,
  save: 'Save target',
  done: (duration: string) => `Reply target is now ${duration}.`,
  removed: 'Reply target removed.',
  undone: 'Reply target restored.',
  undoFailed: (why: string) => `The reply target was not changed back. ${why}`,
  noTarget: 'none',
  conflict: {
    set: (who: string, duration: string) => `${who} set the reply target to ${duration} meanwhile. Yours is not saved.`,
    removed: (who: string) => `${who} removed the reply target meanwhile. Yours is not saved.`,
    others: (who: string) => `${who} changed other settings of the site meanwhile. Yours is not saved.`,
    someone: 'Someone',
    mine: 'Save mine anyway',
    first: 'Decide first: save yours anyway, or close.',
  },
});

interface ReplyTargetProps {
  readonly onClose: () => void;
}

/** Sets the reply target of the site, or removes it. */
export function ReplyTargetDialog({ onClose }: ReplyTargetProps) {
  const query = useQuery({ ...read(getSiteSettings), staleTime: 0 });
  if (query.data === undefined)
    return (
      <Dialog title={messages.title} onClose={onClose}>
        <QueryPending query={query} name={messages.title} rows={1} rowClass="min-h-16" />
      </Dialog>
    );
  return <TargetForm opened={query.data} onClose={onClose} />;
}

interface Typed {
  readonly minutes: string;
}

interface TargetFormProps extends ReplyTargetProps {
  readonly opened: SiteSettings;
}

function TargetForm({ opened, onClose }: TargetFormProps) {
  const { reason } = useWriteAccess('site:write');
  const { write, isBusy, error } = useWrite(updateSiteSettings);
  // A later read must not replace the version that the person has seen.
  const [settings] = useState(opened);
  const theirs = currentOf(error);
  const before = settings.values.reply_target_minutes;
  const form = useForm<Typed, unknown, number | null>({
    defaultValues: { minutes: before === undefined ? '' : numberText(before, 'whole') },
    mode: 'onTouched',
    resolver: ({ minutes }) => {
      const target = targetOf(minutes);
      if (target !== undefined) return { values: target, errors: {} };
      const message = messages.problem(formatCount(MAX_REPLY_TARGET_MINUTES));
      return { values: {}, errors: { minutes: { type: 'contract', message } } };
    },
  });
  const typed = targetOf(form.watch('minutes'));

  /** @param seen the settings that the person has seen, which the target replaces */
  function send(minutes: number | null, seen: SiteSettings) {
    const replaced = seen.values.reply_target_minutes ?? null;
    const body: Body<typeof updateSiteSettings> = {
      version: seen.version,
      values: { reply_target_minutes: minutes },
    };
    return write(
      { body },
      {
        undo: (saved) => ({
          text: minutes === null ? messages.removed : messages.done(durationText(minutes)),
          undo: inverse(
            updateSiteSettings,
            { body: { version: saved.version, values: { reply_target_minutes: replaced } } },
            { failed: messages.undoFailed, done: messages.undone },
          ),
        }),
      },
    );
  }

  const saveMine = (seen: SiteSettings) =>
    form.handleSubmit(async (minutes) => {
      if ((await send(minutes, seen)) !== null) onClose();
    })();

  return (
    <FormDialog
      title={messages.title}
      submit={messages.save}
      form={form}
      isBusy={isBusy}
      error={error}
      disabledReason={reason ?? (theirs === null ? undefined : messages.conflict.first)}
      onClose={onClose}
      onSend={(minutes) => send(minutes, settings)}
      onDone={onClose}
      failure={(failure) =>
        theirs === null ? (
          <WriteFailure error={failure} />
        ) : (
          <div role="alert" className="mt-3 text-12 text-warn-text">
            <p>{conflictText(theirs, before)}</p>
            <Button size="sm" className="mt-2" onClick={() => void saveMine(theirs)}>
              {messages.conflict.mine}
            </Button>
          </div>
        )
      }
    >
      <NumberField
        kind="whole"
        label={messages.minutes}
        hint={messages.hint}
        echo={typed == null ? null : durationText(typed)}
        readOnly={reason !== undefined}
        {...fieldOf(form, 'minutes')}
      />
    </FormDialog>
  );
}

/** The stored settings, from a refusal because of a newer version. */
function currentOf(error: Error | null): SiteSettings | null {
  if (!(error instanceof ApiFailure) || error.kind !== 'conflict') return null;
  return getSiteSettings.reply.safeParse(error.current).data ?? null;
}

/** Names the person and the present target. @param before in minutes, when the dialog was opened */
function conflictText({ values, updated_by: by }: SiteSettings, before: number | undefined): string {
  const { conflict } = messages;
  const who = by ?? conflict.someone;
  const { reply_target_minutes: now } = values;
  if (now === before) return conflict.others(who);
  return now === undefined ? conflict.removed(who) : conflict.set(who, durationText(now));
}

/** Null for no target, undefined for what is none. */
function targetOf(text: string): number | null | undefined {
  const read = readNumber(text, 'whole');
  if (read.kind === 'empty') return null;
  const minutes = read.kind === 'number' ? Number(read.plain) : 0;
  return minutes >= 1 && minutes <= MAX_REPLY_TARGET_MINUTES ? minutes : undefined;
}

/** "4 h", "1 h 30 min", "45 min". */
function durationText(minutes: number | null): string {
  if (minutes === null) return messages.noTarget;
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const parts = [
    ...(hours === 0 ? [] : [messages.h(formatCount(hours))]),
    ...(rest === 0 ? [] : [messages.min(formatCount(rest))]),
  ];
  return parts.join(' ');
}
