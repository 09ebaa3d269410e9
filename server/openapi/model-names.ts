/** `ai_call` or `aiCall` as `AiCall`. */
export function capitalized(name: string): string {
  return name.replaceAll(/(?:^|_)(\w)/g, (_all, letter: string) => letter.toUpperCase());
}

export function referenceTo(model: string): string {
  return `#/components/schemas/${model}`;
}

/** The model of an item of `ingest`. */
export function itemModel(kind: string): string {
  return `${capitalized(kind)}Item`;
}
