import { useQuery } from '@tanstack/react-query';
import type { CsatDefinition } from '#contract/csat-reports.ts';
import { getSiteSettings, updateSiteSettings } from '#contract/site-settings.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { read } from '#src/api/read.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { inverse, useWrite } from '#src/api/write.ts';
import { definitionName } from '#src/csat/figures.ts';
import { Button } from '#src/ui/button.tsx';
import { messages } from './messages.ts';

const texts = messages.everyone;
/** The definition of a site that has chosen none. */
const USUAL = 'mean' satisfies CsatDefinition;

interface ForEveryoneProps {
  readonly definition: CsatDefinition;
  readonly goodFrom: number;
}

/** Makes the definition of this address the site's, if they differ. */
export function ForEveryone({ definition, goodFrom }: ForEveryoneProps) {
  const isProvided = hasExtension(useWhoami(), 'site_settings');
  const { reason } = useWriteAccess('site:write');
  const { data } = useQuery({ ...read(getSiteSettings), enabled: isProvided });
  const { write, isBusy } = useWrite(updateSiteSettings);
  if (data === undefined || (data.values.csat_definition ?? USUAL) === definition) return null;
  const { version, values } = data;
  const failed = (why: string, error: unknown) =>
    error instanceof ApiFailure && error.kind === 'conflict' ? texts.conflict : texts.failed(why);
  const use = () =>
    write(
      { body: { version, values: { csat_definition: definition } } },
      {
        failed,
        undo: (saved) => ({
          text: texts.done(definitionName(definition, goodFrom)),
          undo: inverse(
            updateSiteSettings,
            { body: { version: saved.version, values: { csat_definition: values.csat_definition ?? null } } },
            { failed, done: texts.undone },
          ),
        }),
      },
    );
  return (
    <Button size="sm" variant="ghost" busy={isBusy} disabledReason={reason} onClick={() => void use()}>
      {texts.button}
    </Button>
  );
}
