import { createAtom, useSelector } from '@tanstack/react-store';

/** Who a portal link is for. Left out, the dialog asks. */
export interface IssueRequest {
  readonly email?: string | null;
  readonly name?: string | null;
  /** The link that the new one takes the place of: it is offered to be revoked once the new one was shown. */
  readonly replaces?: { readonly id: bigint; readonly expiresUtc: string };
  /** Shows what the customer would see, and issues nothing. */
  readonly shows?: 'preview';
}

const request = createAtom<IssueRequest | null>(null);

/** Opens the dialog that issues a portal link, from any page. */
export function askForPortalLink(asked: IssueRequest): void {
  request.set(asked);
}

export function closeIssueDialog(): void {
  request.set(null);
}

/** The request; null where the dialog is closed. */
export function useIssueRequest(): IssueRequest | null {
  return useSelector(request);
}
