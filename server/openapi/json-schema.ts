/** The keywords of JSON Schema 2020-12 (OpenAPI 3.1) that are used here. */
export interface JsonSchema {
  type?: string | string[];
  format?: string;
  description?: string;
  default?: unknown;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  anyOf?: readonly JsonSchema[];
  oneOf?: readonly JsonSchema[];
  allOf?: readonly JsonSchema[];
  const?: unknown;
  prefixItems?: readonly JsonSchema[];
  propertyNames?: JsonSchema;
  minProperties?: number;
  maxProperties?: number;
  $ref?: string;
  discriminator?: { readonly propertyName: string; readonly mapping: Readonly<Record<string, string>> };
  examples?: unknown[];
  'x-extension'?: string;
}
