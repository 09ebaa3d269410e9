import { messages } from '#src/shell/messages.ts';
import { showOverlay } from '#src/shell/overlay-state.ts';
import { Icon } from '#src/ui/icons/icon.tsx';
import { Kbd } from '#src/ui/keys/kbd.tsx';
import { keysNow } from '#src/ui/keys/key-changes.ts';
import { Tooltip } from '#src/ui/overlay/tooltip.tsx';

/** Looks like a field, opens the palette. */
export function SearchButton({ rail }: { readonly rail: boolean }) {
  return (
    <Tooltip text={rail ? messages.keys.palette : undefined} side="inline-end">
      <button
        type="button"
        aria-label={rail ? messages.keys.palette : undefined}
        aria-haspopup="dialog"
        aria-keyshortcuts={keysNow('mod+k') === 'mod+k' ? 'Control+K Meta+K' : undefined}
        className={`hit relative mt-1.5 mb-2 flex min-h-control flex-none items-center gap-2 rounded-control border border-line-strong bg-surface text-ink-3 hover:bg-hover ${rail ? 'justify-center' : 'px-[7px]'}`}
        onClick={() => showOverlay('palette')}
      >
        <Icon name="search" size={14} />
        {rail ? null : (
          <>
            <span className="min-w-0 flex-1 truncate text-start">{messages.search}</span>
            <Kbd keys="mod+k" />
          </>
        )}
      </button>
    </Tooltip>
  );
}
