/** What the dialog that revokes begins with. */
export type RevokeAsked =
  | { readonly kind: 'id' | 'email' | 'domain'; readonly text: string }
  | { readonly kind: 'selected'; readonly ids: readonly bigint[] };
