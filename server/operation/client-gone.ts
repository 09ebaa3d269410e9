/** The caller has closed the connection: no answer can reach it, and nothing of ours has failed. */
export class ClientGone extends Error {
  constructor() {
    super('The client has disconnected');
  }
}
