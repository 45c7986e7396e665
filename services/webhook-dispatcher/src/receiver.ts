import { receiverAddress, receiverHost } from '@medley/contracts';

/** Where a delivery goes: keys of the address (scheme, host, port, path) and of the host with its port. */
export interface Receiver {
  address: string;
  host: string;
}

/** A due delivery that waits for a slot, known by its task. */
export interface WaitingDelivery extends Receiver {
  id: string;
  account_id: string;
}

/** The receiver of a webhook URL; the query does not make another address. */
export function receiverOf(url: string): Receiver {
  return { address: receiverAddress(url), host: receiverHost(url) };
}
