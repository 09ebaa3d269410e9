/** The input of bare-server.ts, as JSON in the variable BARE_INPUT. */
export interface BareInput {
  readonly port: number;
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly siteId: number;
  readonly token: string;
  /** What it will be asked, such as `tickets&limit=25`. */
  readonly queries: readonly string[];
}
