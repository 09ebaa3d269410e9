import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { messages } from './messages.ts';
import { toast } from './toasts/toast-store.ts';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/**
 * Imports code that was split off. Tries again until the service answers: at once when the browser is online again, else
 * after ever longer waits. Never rejects: after a deploy, when the file is gone for good, a toast offers to reload, so that
 * unsaved work on the page is not lost.
 */
export async function fetchCode<Module>(load: () => Promise<Module>): Promise<Module> {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
    try {
      return await load();
    } catch {
      if (await isReplaced()) {
        toast({
          kind: 'error',
          text: messages.replaced,
          action: { label: messages.reload, run: () => location.reload() },
        });
        return new Promise(() => undefined);
      }
      await onlineOrAfter(wait);
    }
  }
}

/**
 * As React's `lazy`, for a component that is exported by its name, and fetched by `fetchCode`. Only for what is rarely
 * opened or brings a library with it; nothing that a key opens and letters are typed into, as those would be lost.
 */
export function lazyComponent<Name extends string, Props>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: (await fetchCode(load))[name] }));
}

/** Messages of Chromium, Firefox and Safari for a module that could not be fetched. */
const MESSAGES = /dynamically imported module|importing a module script failed/i;

/** Whether an error says that code could not be fetched. */
export function isMissingCode(error: unknown): boolean {
  return error instanceof TypeError && MESSAGES.test(error.message);
}

/**
 * Keeps the router from reloading the page when the code of a route is missing: without a network a reload leaves nothing.
 * The router knows such errors by how their message begins; `ErrorPage` deals with them.
 */
export function watchMissingCode(): void {
  addEventListener('vite:preloadError', ({ payload }) => {
    payload.message = `Missing code: ${payload.message}`;
  });
}

/** Whether the service has another build by now: this file is gone. False while it does not answer. */
export async function isReplaced(): Promise<boolean> {
  try {
    const { status } = await fetch(import.meta.url, { method: 'HEAD', cache: 'no-store' });
    return status === 404;
  } catch {
    return false;
  }
}

/** Resolves when the browser comes online, at the latest after so many milliseconds. */
export function onlineOrAfter(waitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      removeEventListener('online', finish);
      resolve();
    };
    const timer = setTimeout(finish, waitMs);
    addEventListener('online', finish);
  });
}
