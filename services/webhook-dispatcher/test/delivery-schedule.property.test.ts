import fc from 'fast-check';
import { DeliverySchedule } from '../src/delivery-schedule';
import type { WaitingDelivery } from '../src/receiver';
import type { Slot } from '../src/slots';

const limits = { total: 12, perHost: 6, perAddress: 3, holdMs: 10_000 };
const waitingLimits = { waitingMax: 40, waitingPerAddressMax: 6 };
const ACCOUNTS = 3;
const HOSTS = 4;
const PATHS = 3;
/** A request is answered after at most so many ticks of `TICK_MS`. */
const TICKS_MAX = 4;
const TICK_MS = 2_500;

interface Request {
  delivery: WaitingDelivery;
  slot: Slot;
  endsAt: number;
  tookMs: number;
}

/** Who floods, with which pattern of addresses, and how long each receiver takes; the rest follows from the seed. */
const world = fc.record({
  pattern: fc.constantFrom('few addresses', 'a path for each task', 'a host for each task'),
  seed: fc.integer(),
  hosts: fc.constantFrom(1, HOSTS),
  victim: fc.record({
    host: fc.nat(HOSTS - 1),
    path: fc.nat(PATHS - 1),
    count: fc.integer({ min: 1, max: 3 }),
  }),
});
type World = typeof world extends fc.Arbitrary<infer T> ? T : never;

let clock = 0;
beforeEach(() => {
  clock = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => clock);
});
afterEach(() => jest.restoreAllMocks());

/** A dispatcher under floods: everything due is offered on each tick, every slot is filled, requests end at random. */
class Simulation {
  readonly #schedule = new DeliverySchedule(limits, waitingLimits);
  readonly due = new Map<string, WaitingDelivery>();
  readonly inFlight = new Map<string, Request>();
  readonly started: WaitingDelivery[] = [];
  #random: number;
  #made = 0;

  constructor(private readonly world: World) {
    this.#random = world.seed >>> 0;
  }

  make(account_id: string, receiver: { host: string; path: string | number }): WaitingDelivery {
    const id = String(++this.#made);
    const delivery = { id, account_id, host: receiver.host, address: `${receiver.host}/${receiver.path}` };
    this.due.set(id, delivery);
    return delivery;
  }

  /** Keep so many deliveries of each flooding account due. */
  flood(count: number): void {
    for (let account = 0; account < ACCOUNTS; account += 1) {
      const own = [...this.due.values()].filter(({ account_id }) => account_id === `flood-${account}`);
      for (let more = own.length; more < count; more += 1) this.#makeFlood(`flood-${account}`);
    }
  }

  tick(): void {
    clock += TICK_MS;
    for (const [id, { slot, endsAt, tookMs }] of this.inFlight) {
      if (endsAt > clock) continue;
      this.inFlight.delete(id);
      slot.free(tookMs);
      this.#start();
    }
    for (const delivery of this.due.values()) if (this.#schedule.add(delivery)) this.#start();
    this.#start();
  }

  get waiting(): number {
    return this.#schedule.waiting;
  }

  #start(): void {
    for (let next = this.#schedule.next(); next; next = this.#schedule.next()) {
      const delivery = this.due.get(next.id);
      if (!delivery) throw new Error('a delivery was started twice');
      this.due.delete(next.id);
      this.started.push(delivery);
      const ticks = this.#draw(TICKS_MAX + 1);
      const end = { endsAt: clock + ticks * TICK_MS, tookMs: ticks * TICK_MS };
      this.inFlight.set(next.id, { delivery, slot: next.slot, ...end });
    }
  }

  #makeFlood(account: string): void {
    const host = `host-${this.#draw(this.world.hosts)}`;
    const path = this.#draw(PATHS);
    if (this.world.pattern === 'few addresses') this.make(account, { host, path });
    if (this.world.pattern === 'a path for each task')
      this.make(account, { host, path: `own-${this.#made}` });
    if (this.world.pattern === 'a host for each task')
      this.make(account, { host: `own-${this.#made}`, path });
  }

  /** A linear congruential generator, so that a failing world can be repeated. */
  #draw(below: number): number {
    this.#random = (Math.imul(this.#random, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#random / 2 ** 32) * below);
  }
}

const countBy = (requests: Iterable<Request>, key: (one: WaitingDelivery) => string): number[] => {
  const counts = new Map<string, number>();
  for (const { delivery } of requests) counts.set(key(delivery), (counts.get(key(delivery)) ?? 0) + 1);
  return [...counts.values()];
};

test('no limit is ever exceeded: in flight in all, by host, by address, and waiting', () => {
  fc.assert(
    fc.property(world, (drawn) => {
      const simulation = new Simulation(drawn);
      for (let tick = 0; tick < 40; tick += 1) {
        simulation.flood(30);
        simulation.tick();
        const requests = [...simulation.inFlight.values()];
        expect(requests.length).toBeLessThanOrEqual(limits.total);
        expect(Math.max(...countBy(requests, ({ host }) => host))).toBeLessThanOrEqual(limits.perHost);
        expect(Math.max(...countBy(requests, ({ address }) => address))).toBeLessThanOrEqual(
          limits.perAddress,
        );
        expect(simulation.waiting).toBeLessThanOrEqual(waitingLimits.waitingMax);
      }
    }),
    { numRuns: 30 },
  );
});

test('no account starves: its few deliveries start within its turns, whoever floods the same receivers', () => {
  fc.assert(
    fc.property(world, (drawn) => {
      const simulation = new Simulation(drawn);
      const { host, path, count } = drawn.victim;
      for (let tick = 0; tick < 12; tick += 1) {
        simulation.flood(60);
        simulation.tick();
      }
      const own = Array.from({ length: count }, () =>
        simulation.make('victim', { host: `host-${host}`, path }),
      );
      const before = simulation.started.length;
      let ticks = 0;
      while (own.some(({ id }) => simulation.due.has(id)) && (ticks += 1) < 1_000) {
        simulation.flood(60);
        simulation.tick();
      }
      // A slot at a place is held for at most TICKS_MAX ticks, and each of the other accounts has one turn before it.
      expect(ticks).toBeLessThanOrEqual(count * (ACCOUNTS + 1) * TICKS_MAX);
      expect(simulation.started.length).toBeGreaterThan(before);
    }),
  );
});

test('no address starves: a stream of new addresses of its account takes every second turn at most', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.constantFrom(1, HOSTS), (kept, hosts) => {
      const schedule = new DeliverySchedule({ ...limits, total: 1 }, waitingLimits);
      const served = new Map<string, number>();
      const add = (address: string, turn: number, host: number): boolean =>
        schedule.add({ id: `${address} ${turn}`, account_id: 'a', host: `host-${host % hosts}`, address });
      // An address is listed for at most one turn of each other listed one, and every second turn is for the newest.
      const turns = 10 * 2 * waitingLimits.waitingMax;
      for (let turn = 0; turn < turns; turn += 1) {
        for (let path = 0; path < kept; path += 1) add(`kept-${path}`, served.get(`kept-${path}`) ?? 0, path);
        add(`new-${turn}`, turn, turn);
        const next = schedule.next();
        const [address = ''] = next?.id.split(' ') ?? [];
        served.set(address, (served.get(address) ?? 0) + 1);
        next?.slot.free(1);
      }
      for (let path = 0; path < kept; path += 1) expect(served.get(`kept-${path}`)).toBeGreaterThanOrEqual(8);
    }),
    { numRuns: 20 },
  );
});
