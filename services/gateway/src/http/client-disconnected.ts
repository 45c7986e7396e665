/** Abort reason of a request whose client disconnected: no response is sent and no error is logged. */
export class ClientDisconnected extends Error {
  constructor() {
    super('the client disconnected');
    this.name = 'ClientDisconnected';
  }
}
