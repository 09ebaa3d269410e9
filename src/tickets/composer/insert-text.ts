/** Inserts a text at the caret of a field, or instead of what is selected. In a focused field Ctrl Z of the browser takes it away. */
export function insertText(field: HTMLTextAreaElement, text: string): void {
  // The one command that keeps the field's own undo.
  if (document.activeElement === field && document.execCommand('insertText', false, text)) return;
  field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
