import { useState } from 'react';
import type { FileSource } from '#src/bulk-bind/file/file-types.ts';
import { startMessages as messages } from '#src/bulk-bind/messages.ts';
import { TextArea } from '#src/forms/field.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';

interface PasteDialogProps {
  readonly onFile: (given: FileSource) => void;
  readonly onClose: () => void;
}

/** For who cannot paste onto the page, such as on a phone. */
export function PasteDialog({ onFile, onClose }: PasteDialogProps) {
  const [text, setText] = useState('');
  return (
    <Dialog
      title={messages.pasteTitle}
      onClose={onClose}
      footer={
        <Button
          variant="primary"
          disabledReason={text.trim() === '' ? messages.pasteEmpty : undefined}
          onClick={() => {
            onClose();
            onFile({ text, name: messages.pasteName });
          }}
        >
          {messages.pasteUse}
        </Button>
      }
    >
      <p className="mb-3 text-ink-2">{messages.pasteText}</p>
      <TextArea
        label={messages.pasteLabel}
        value={text}
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
      />
    </Dialog>
  );
}
