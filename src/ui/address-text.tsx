import { Fragment, type ReactNode } from 'react';

/** Behind an @ and a slash; before a dot within a word that has one of them, or begins the text. */
const JOINTS = /(?<=[@/])(?!\/)|(?=\.\S*@)|(?<=(?:^|[@/])\S*)(?=\.[^\s.])/;

/**
 * A text with addresses where there is little room: emails, handles and URLs break at their joints, and only what is longer still
 * breaks anywhere. The other words of a sentence are left whole.
 */
export function AddressText({ text }: { readonly text: string }): ReactNode {
  return text.split(JOINTS).map((part, index) => (
    <Fragment key={`${index} ${part}`}>
      {index === 0 ? null : <wbr />}
      {part}
    </Fragment>
  ));
}
