import { useEffect, useRef, useState } from 'react';
import { isField } from '#src/ui/keys/shortcuts.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { messages } from './messages.ts';

/** A file, or the text of one. */
export type Given = File | { readonly text: string; readonly name: string };

/** Takes a file that is dropped anywhere on the page, and rows that are pasted outside of a field. */
export function DropTarget({ onFile }: { readonly onFile: (given: Given) => void }) {
  const [isOver, setOver] = useState(false);
  const take = useRef(onFile);
  useEffect(() => {
    take.current = onFile;
  });
  useEffect(() => {
    // Each element that the pointer crosses tells of its own coming and going.
    let depth = 0;
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
    const over = (event: DragEvent) => hasFiles(event) && event.preventDefault();
    const move = (by: 1 | -1) => (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth = Math.max(0, depth + by);
      setOver(depth > 0);
    };
    const enter = move(1);
    const leave = move(-1);
    const drop = (event: DragEvent) => {
      depth = 0;
      setOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      takeFiles(event.dataTransfer?.files, take.current);
    };
    const paste = (event: ClipboardEvent) => {
      if (isField(event.target instanceof HTMLElement ? event.target : null)) return;
      const files = event.clipboardData?.files;
      if (files !== undefined && files.length > 0) return takeFiles(files, take.current);
      const text = event.clipboardData?.getData('text/plain') ?? '';
      // One line is no header with rows: a paste that missed its field.
      if (/\r|\n/.test(text.trim())) take.current({ text, name: messages.pasteName });
    };
    addEventListener('dragover', over);
    addEventListener('dragenter', enter);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    addEventListener('paste', paste);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('dragenter', enter);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
      removeEventListener('paste', paste);
    };
  }, []);
  if (!isOver) return null;
  return (
    <div className="pointer-events-none fixed inset-2 z-(--z-dialog) grid place-items-center rounded-dialog border-2 border-dashed border-accent bg-accent-tint text-20 font-semibold text-accent-text">
      {messages.dropNow}
    </div>
  );
}

export function takeFiles(files: FileList | null | undefined, take: (given: Given) => void): void {
  const [file, ...others] = files ?? [];
  if (file === undefined) return;
  if (others.length > 0) toast({ kind: 'info', text: messages.oneFile });
  take(file);
}
