/** A first character narrows the palette to commands, tickets or customers. */
export const PREFIXES = ['>', '#', '@'] as const;
export type PalettePrefix = (typeof PREFIXES)[number];
