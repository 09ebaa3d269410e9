import { CopyButton } from '#src/ui/copy-button.tsx';
import { messages } from './messages.ts';

const texts = messages.firstRun;
const SITE = 'npm run --silent admin -- site create --name "My company"';
const TOKEN = `npm run --silent admin -- token create --site-id 1 --label me --scopes '*'`;

/** The service says in its document whether the database has no site yet. */
export function isFirstRun(): boolean {
  return document.querySelector<HTMLMetaElement>('meta[name="support-console:first-run"]')?.content === '1';
}

/** How to come by a token where the database has no site. */
export function FirstRun() {
  return (
    <section aria-labelledby="first-run" className="mx-auto w-full max-w-[480px] max-[899px]:max-w-[360px]">
      <h2 id="first-run" className="text-14 font-semibold">
        {texts.title}
      </h2>
      <p className="mt-3 border-t border-line pt-3 text-ink-2">{texts.text}</p>
      <Command label={texts.site} command={SITE} />
      <Command label={texts.token} command={TOKEN} />
      <p className="mt-3 text-12 text-ink-3">{texts.stop}</p>
    </section>
  );
}

function Command({ label, command }: { readonly label: string; readonly command: string }) {
  return (
    <div className="mt-3">
      <div className="flex items-center justify-between">
        <h3 className="text-12 font-medium">{label}</h3>
        <CopyButton text={command} label={`${texts.copy}: ${label}`} />
      </div>
      <code
        dir="ltr"
        className="mt-1 block rounded-control border border-line bg-sunken px-2.5 py-2 font-mono text-12 whitespace-pre-wrap [overflow-wrap:anywhere]"
      >
        {command.split(' ').map((word, index) => (
          // A line breaks between words alone: a broken `--name` would be copied wrong by eye.
          <span key={index} className="whitespace-nowrap">
            {`${word} `}
          </span>
        ))}
      </code>
    </div>
  );
}
