/** Of links that change the search of the page they stand on: only the very same address is the present one. */
export const EXACT = { exact: true } as const;
