import { Kbd } from '#src/ui/keys/kbd.tsx';
import { messages } from './palette-messages.ts';

/** The keys of the palette; fingers have none. */
export function PaletteFoot() {
  const texts = messages.palette;
  return (
    <footer className="flex min-h-9 flex-none flex-wrap items-center gap-x-4 border-t border-line px-3.5 text-12 text-ink-3 max-md:hidden">
      <span className="inline-flex items-center gap-1">
        <Kbd keys="arrowup arrowdown" /> {texts.move}
      </span>
      <span className="inline-flex items-center gap-1">
        <Kbd keys="enter" /> {texts.run}
      </span>
      <span className="inline-flex items-center gap-1">
        <Kbd keys="mod+enter" /> {texts.newTab}
      </span>
      <span className="ms-auto">
        <b className="font-medium text-ink-2">&gt;</b> {texts.commands} <b className="font-medium text-ink-2">@</b>{' '}
        {texts.customers} <b className="font-medium text-ink-2">#</b> {texts.tickets}
      </span>
    </footer>
  );
}
