import { createAtom, useSelector } from '@tanstack/react-store';

/** Whose data is wanted, and what is to be done with it. */
export interface PersonDataRequest {
  readonly id: bigint;
  /** What the customer is called, until the dialog has read more. */
  readonly name: string;
  readonly kind: 'export' | 'erase';
}

const request = createAtom<PersonDataRequest | null>(null);

/** Opens the dialog that saves or erases all that is held of one person. */
export function askForPersonData(asked: PersonDataRequest): void {
  request.set(asked);
}

export function closePersonData(): void {
  request.set(null);
}

/** What was asked for; null where no dialog is open. */
export function usePersonDataRequest(): PersonDataRequest | null {
  return useSelector(request);
}
