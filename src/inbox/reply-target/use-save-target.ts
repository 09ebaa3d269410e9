import { getSiteSettings, updateSiteSettings, type SiteSettings } from '#contract/site-settings.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { inverse, useWrite } from '#src/api/write.ts';
import { durationText } from './duration.ts';
import { messages } from './messages.ts';

/** What someone else saved meanwhile. */
interface Conflict {
  readonly version: number;
  readonly minutes: number | undefined;
  readonly who: string | null;
}

/** Saves the target of the site, or removes it, with a way back. @param onDone It was done. */
export function useSaveTarget(settings: SiteSettings | undefined, onDone: () => void) {
  const { write, isBusy, error } = useWrite(updateSiteSettings);
  const before = settings?.values.reply_target_minutes ?? null;

  async function send(minutes: number | null, version: number | undefined, failed?: (why: string) => string) {
    if (version === undefined) return;
    const reply = await write(
      { body: { version, values: { reply_target_minutes: minutes } } },
      {
        failed,
        undo: (saved) => ({
          text: minutes === null ? messages.removed : messages.done(durationText(minutes)),
          undo: inverse(
            updateSiteSettings,
            { body: { version: saved.version, values: { reply_target_minutes: before } } },
            { failed: messages.undoFailed, done: messages.undone },
          ),
        }),
      },
    );
    if (reply !== null) onDone();
  }

  const conflict = conflictOf(error);
  return {
    isBusy,
    conflict,
    failure: conflict === null ? error : null,
    save: (minutes: number, version = settings?.version) => send(minutes, version),
    remove: () => send(null, settings?.version, messages.removeFailed),
  };
}

function conflictOf(error: Error | null): Conflict | null {
  if (!(error instanceof ApiFailure) || error.kind !== 'conflict') return null;
  const current = getSiteSettings.reply.safeParse(error.current);
  if (!current.success) return null;
  const { version, values, updated_by: who } = current.data;
  return { version, minutes: values.reply_target_minutes, who };
}
