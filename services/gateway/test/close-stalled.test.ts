import type { Socket } from 'node:net';
import { closeStalled } from '../src/traffic/close-stalled';

const LIMITS = { writeWindowMs: 30_000, writeWindowBytesMin: 64 * 1024 };

/** The properties of a socket that are checked. */
class Peer {
  bytesWritten = 10_000_000;
  writableLength = 10_000_000;
  isCut = false;

  destroy(): void {
    this.isCut = true;
  }
}

let stop: () => void;
let peer: Peer;
let cut: number;

beforeEach(() => {
  jest.useFakeTimers();
  peer = new Peer();
  cut = 0;
  stop = closeStalled(new Set([peer as unknown as Socket]), LIMITS, () => (cut += 1));
});
afterEach(() => {
  stop();
  jest.useRealTimers();
});

/** Ten minutes in which the client reads this many bytes every five seconds. */
function readForTenMinutes(bytes: number): void {
  for (let look = 0; look < 120 && !peer.isCut; look += 1) {
    peer.writableLength -= bytes;
    jest.advanceTimersByTime(5_000);
  }
}

test('a client that reads nothing is disconnected', () => {
  readForTenMinutes(0);
  expect([peer.isCut, cut]).toEqual([true, 1]);
});

test('a client that reads single bytes is disconnected, too', () => {
  readForTenMinutes(100);
  expect([peer.isCut, cut]).toEqual([true, 1]);
});

test('a client that reads slowly is not', () => {
  readForTenMinutes(20_000);
  expect([peer.isCut, cut]).toEqual([false, 0]);
});

test('an idle connection is not', () => {
  peer.writableLength = 0;
  readForTenMinutes(0);
  expect([peer.isCut, cut]).toEqual([false, 0]);
});
