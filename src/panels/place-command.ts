import { defineMessages } from '#src/i18n/messages.ts';
import type { Command } from '#src/ui/keys/commands.ts';
import type { ViewPlace } from './view-type.ts';

/** The palette has its own: with it this module would lie in the entry. */
const messages = defineMessages({ fileWords: 'export csv file list' });

/**
 * A verb of `view.ts` as its page offers it to the palette while it stands; from every other page the palette leads to the page
 * and runs it there. @param key of the place
 */
export function placeCommand<Place extends ViewPlace>(
  { places }: { readonly places: readonly Place[] },
  key: Place['key'],
): Command {
  const place: ViewPlace | undefined = places.find((one) => one.key === key);
  if (place?.command === undefined) throw new Error(key);
  const { command: id, label, icon, keywords } = place;
  return {
    id,
    group: 'list',
    label,
    ...(icon === undefined ? {} : { icon }),
    keywords: icon === 'download' ? `${keywords ?? ''} ${messages.fileWords}` : keywords,
  };
}
