/** The input of bare-server.ts, as JSON in the variable BARE_INPUT. */
export interface BareInput {
  readonly port: number;
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly siteId: number;
  readonly token: string;
  /** Queries it has to answer, such as `tickets&limit=25`. */
  readonly queries: readonly string[];
}
