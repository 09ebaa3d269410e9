import { Panel } from '#src/panels/panel.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { Segmented } from '#src/ui/segmented.tsx';
import type { ChoicesProps } from './choices-panel.tsx';
import { CodeBlock } from './code-block.tsx';
import { messages } from './messages.ts';
import { htmlSnippet, reactSnippet } from './snippet.ts';

const { snippet: texts } = messages;

/** What the portal's team pastes into their page. */
export function SnippetPanel({ search, choices, set }: ChoicesProps) {
  const language = search.code ?? 'html';
  const code = (language === 'react' ? reactSnippet : htmlSnippet)(choices, location.origin);
  return (
    <Panel
      title={texts.title}
      actions={
        <>
          <Segmented
            label={texts.language}
            value={language}
            onChange={(next) => set({ code: next === 'react' ? next : undefined })}
            options={[
              { value: 'html', label: 'HTML' },
              { value: 'react', label: 'React' },
            ]}
          />
          <CopyButton text={code} label={texts.copy} showLabel size="md" />
        </>
      }
    >
      <div className="mt-2">
        <CodeBlock title={language === 'react' ? 'React' : 'HTML'} isTitleHidden code={code} />
      </div>
      <p className="mt-2 text-12 text-ink-3">{texts.token}</p>
      <p className="mt-1 text-12 text-ink-3">{texts.script[language]}</p>
    </Panel>
  );
}
