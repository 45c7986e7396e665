/** Why work for a request is given up: its client went away. Nobody reads an answer any more, and nothing has failed. */
export class ClientDisconnected extends Error {
  constructor() {
    super('the client went away');
    this.name = 'ClientDisconnected';
  }
}
