/**
 * Puts text on the clipboard; false where the browser refuses, as it does in frames without permission. Called in the
 * click or key that asks for it.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByCommand(text);
  }
}

/** The old way, which works on plain http with a host name too; `navigator.clipboard` is absent there. */
function copyByCommand(text: string): boolean {
  let isSet = false;
  const setText = (event: ClipboardEvent): void => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    event.stopImmediatePropagation();
    isSet = event.clipboardData !== null;
  };
  document.addEventListener('copy', setText, true);
  try {
    return document.execCommand('copy') && isSet;
  } finally {
    document.removeEventListener('copy', setText, true);
  }
}
