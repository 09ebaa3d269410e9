import { useEffect, useRef } from 'react';
import { embedSupport } from './embed-host.js';

type Options = Parameters<typeof embedSupport>[1];

interface Props extends Options {
  /** What a screen reader calls the frame. */
  readonly title: string;
}

/** A view of the Support Console. Another `path` or `theme` is told to the frame, everything else loads it anew. */
export function SupportFrame({ title, ...options }: Props) {
  const { service, path, theme = 'system', locale, timeZone, edit, maxHeight } = options;
  const element = useRef<HTMLIFrameElement>(null);
  const embedded = useRef<ReturnType<typeof embedSupport>>(null);
  /** Where the frame is: its own steps come back as `path`, and are no reason to lead it anywhere. */
  const shown = useRef(path);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });

  useEffect(() => {
    const frame = element.current;
    if (frame === null) return undefined;
    shown.current = latest.current.path;
    embedded.current = embedSupport(frame, {
      ...latest.current,
      getToken: (reason) => latest.current.getToken(reason),
      onNavigated(to) {
        shown.current = to;
        latest.current.onNavigated?.(to);
      },
      onError: (code) => latest.current.onError?.(code),
    });
    return () => embedded.current?.close();
  }, [service, locale, timeZone, edit, maxHeight]);

  useEffect(() => embedded.current?.setTheme(theme), [theme]);

  useEffect(() => {
    if (path === shown.current) return;
    shown.current = path;
    embedded.current?.navigate(path);
  }, [path]);

  return (
    <iframe
      ref={element}
      title={title}
      sandbox="allow-scripts allow-same-origin allow-forms allow-downloads allow-popups allow-popups-to-escape-sandbox"
      allow="clipboard-write"
      referrerPolicy="no-referrer"
      className="support-frame"
    />
  );
}
