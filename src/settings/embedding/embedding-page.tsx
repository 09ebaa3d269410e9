import { useEffect } from 'react';
import { useWhoami } from '#src/api/whoami.ts';
import { PageBody } from '#src/panels/page-parts.tsx';
import { SettingsHeader } from '#src/settings/settings-header.tsx';
import { choicesOf, type EmbeddableView } from './choices.ts';
import { ChoicesPanel } from './choices-panel.tsx';
import { messages } from './messages.ts';
import { OriginsPanel } from './origins-panel.tsx';
import { PreviewPanel } from './preview-panel.tsx';
import { embeddingSearch, type EmbeddingSearch } from './search.ts';
import { SnippetPanel } from './snippet-panel.tsx';
import { TokenPanel } from './token-panel.tsx';

interface EmbeddingPageProps {
  readonly views: readonly EmbeddableView[];
  /** What the address says. */
  readonly raw: Readonly<Record<string, unknown>>;
  readonly go: (next: EmbeddingSearch) => void;
}

/** Makes the snippet by which a portal shows a view, and says what has to be allowed for it. */
export function EmbeddingPage({ views, raw, go }: EmbeddingPageProps) {
  const { ignored, ...search } = embeddingSearch(raw);
  useEffect(() => {
    // The frame of the page says so, and takes it out of the address.
    if (ignored !== undefined && raw['ignored'] === undefined) go({ ...search, ignored });
  });
  const siteZone = useWhoami().time_zone || null;
  const choices = choicesOf(search, views, siteZone);
  const set = (changes: EmbeddingSearch): void => go({ ...search, ...changes });
  return (
    <>
      <SettingsHeader part="embedding" />
      <PageBody>
        <h2 className="text-20 font-semibold text-balance">{messages.lead}</h2>
        <p className="max-w-measure text-ink-2 text-pretty">{messages.leadText}</p>
        {choices === null ? null : (
          <div className="mt-5 grid grid-cols-1 gap-x-10 gap-y-8 min-[1200px]:grid-cols-[minmax(0,420px)_minmax(0,1fr)] min-[1200px]:grid-rows-[auto_1fr]">
            <ChoicesPanel views={views} siteZone={siteZone} search={search} choices={choices} set={set} />
            <div className="min-w-0 min-[1200px]:col-start-2 min-[1200px]:row-span-2 min-[1200px]:row-start-1">
              <PreviewPanel choices={choices} />
            </div>
            <div className="grid min-w-0 content-start gap-y-8">
              <SnippetPanel search={search} choices={choices} set={set} />
              <OriginsPanel search={search} set={set} />
              <TokenPanel choices={choices} />
            </div>
          </div>
        )}
      </PageBody>
    </>
  );
}
