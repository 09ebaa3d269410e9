import { useSelector } from '@tanstack/react-store';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { onAnnounce } from './announce.ts';
import { Icon } from '#src/ui/icons/icon.tsx';
import { Kbd } from '#src/ui/keys/kbd.tsx';
import { messages } from '#src/ui/messages.ts';
import { closeToast, toastLift, toastsAtom, type Toast } from './toast-store.ts';

const SHOWN_MS = 5_000;
const STYLES = {
  done: { icon: 'check', colour: 'text-ok' },
  info: { icon: 'info', colour: 'text-ink-3' },
  wait: { icon: 'clock', colour: 'text-warn' },
  error: { icon: 'warning', colour: 'text-danger' },
} as const;

function ToastLine({ toast }: { readonly toast: Toast }) {
  const [held, setHeld] = useState(false);
  const stays = toast.kind === 'error';
  useEffect(() => {
    if (stays || held) return;
    const timer = setTimeout(() => closeToast(toast.id), toast.stayMs ?? SHOWN_MS);
    return () => clearTimeout(timer);
  }, [stays, held, toast.id, toast.stayMs]);
  const style = STYLES[toast.kind];
  const link = 'hit relative min-h-6 flex-none font-medium text-accent-text hover:underline';
  return (
    <div
      className="pointer-events-auto mt-[7px] flex min-h-[34px] flex-wrap items-center gap-x-2 rounded-control border border-transparent bg-raised ps-3 pe-1.5 py-1 text-12 text-ink shadow-1"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={style.icon} size={14} className={style.colour} />
      <span className="min-w-32 flex-1 [overflow-wrap:anywhere]">
        {toast.text} {toast.requestId ? messages.requestIs(toast.requestId) : null}
      </span>
      {[toast.action, toast.also].map((action) =>
        action === undefined ? null : (
          <button
            key={action.label}
            type="button"
            className={`${link} inline-flex items-center gap-1.5 pe-1.5`}
            onClick={() => {
              action.run();
              closeToast(toast.id);
            }}
          >
            {action.label} {action.kbd === undefined ? null : <Kbd keys={action.kbd} />}
          </button>
        ),
      )}
      {stays ? (
        <button
          type="button"
          aria-label={messages.close}
          className="hit relative grid size-6 flex-none place-items-center rounded-chip text-ink-3 hover:bg-hover"
          onClick={() => closeToast(toast.id)}
        >
          <Icon name="close" size={14} />
        </button>
      ) : null}
    </div>
  );
}

/**
 * Toasts are in the sidebar above its foot; without a sidebar at the bottom of the window, where lists and pages make room.
 * Renders the page's one polite and one assertive live region too.
 */
export function Toaster() {
  const toasts = useSelector(toastsAtom);
  const lift = useSelector(toastLift);
  const place = useRef<HTMLDivElement>(null);
  // On this element alone: a property of the page would restyle every element.
  useLayoutEffect(() => {
    if (lift === 0) place.current?.style.removeProperty('--toast-lift');
    else place.current?.style.setProperty('--toast-lift', `${lift}px`);
    let wasShown = false;
    // The page is laid out by then.
    const watch = new ResizeObserver(([toasts]) => {
      wasShown ||= (toasts?.contentRect.height ?? 0) > 0;
      if (wasShown) makeRoom(place.current);
    });
    if (place.current !== null) watch.observe(place.current);
    return () => watch.disconnect();
  }, [lift]);
  const [said, setSaid] = useState({ polite: '', assertive: '' });
  // A sentence said twice must change the text, or it is not read again: a no-break space alternates.
  useEffect(
    () =>
      onAnnounce((text, politeness) =>
        setSaid((before) => ({ ...before, [politeness]: before[politeness] === text ? `${text}\u00a0` : text })),
      ),
    [],
  );
  return (
    <div ref={place} className="toasts pointer-events-none fixed z-toast print:hidden">
      <div role="alert" aria-atomic="false">
        <span className="sr-only">{said.assertive}</span>
        {toasts.map((item) => (item.kind === 'error' ? <ToastLine key={item.id} toast={item} /> : null))}
      </div>
      <div role="status" aria-atomic="false">
        <span className="sr-only">{said.polite}</span>
        {toasts.map((item) => (item.kind === 'error' ? null : <ToastLine key={item.id} toast={item} />))}
      </div>
    </div>
  );
}

/** Lists and pages that toasts may cover without a sidebar. */
const UNDER = '[role="grid"], [data-page-body]';

/** Ends lists and pages above the toasts, so that every row can be seen; restores the room once the toasts are gone. */
function makeRoom(toasts: HTMLElement | null): void {
  if (toasts === null) return;
  const { top, left, right, height } = toasts.getBoundingClientRect();
  for (const part of document.querySelectorAll<HTMLElement>(UNDER)) {
    const box = part.getBoundingClientRect();
    const isUnder = height > 0 && box.left < right && left < box.right;
    const room = isUnder ? Math.max(0, box.bottom - top) : 0;
    part.style.paddingBottom = room === 0 ? '' : `${room}px`;
    const focused = document.activeElement;
    if (room > 0 && part.contains(focused)) focused?.scrollIntoView({ block: 'nearest' });
  }
}
