/** A text, a text with values, or a group of them. */
type Message = string | ((...values: never[]) => string);
export interface Catalogue {
  readonly [key: string]: Message | Catalogue;
}
