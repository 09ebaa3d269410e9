import { Link } from '@tanstack/react-router';
import { askToSignOut } from '#src/sign-in/session-acts.ts';
import { Icon } from '#src/ui/icons/icon.tsx';
import { Kbd } from '#src/ui/keys/kbd.tsx';
import { messages as texts } from './site-messages.ts';
import { showOverlay } from '#src/shell/overlay-state.ts';

const LINE = 'hit relative flex min-h-control w-full items-center gap-2 rounded-chip px-2 text-start hover:bg-hover';

/** What the menu of the site and the sheet of the phone offer below the facts. */
export function SiteActions({ onDone }: { readonly onDone: () => void }) {
  return (
    <div className="-mx-2">
      <Link to="/settings/appearance" className={LINE} onClick={onDone}>
        <Icon name="sun" size={14} className="text-ink-3" />
        <span className="flex-1">{texts.appearance}</span>
        <Kbd keys="g ," />
      </Link>
      <button
        type="button"
        className={`${LINE} max-md:hidden`}
        onClick={() => {
          onDone();
          showOverlay('keys');
        }}
      >
        <Icon name="keyboard" size={14} className="text-ink-3" />
        <span className="flex-1">{texts.shortcuts}</span>
        <Kbd keys="?" />
      </button>
      <button
        type="button"
        className={LINE}
        onClick={() => {
          onDone();
          askToSignOut();
        }}
      >
        <Icon name="sign-out" size={14} className="text-ink-3" />
        {texts.signOut}
      </button>
    </div>
  );
}
