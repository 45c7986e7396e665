/** Leases: of several processes, at most one holds a lease at a time, give or take the time a process may be suspended. */
export interface LeaseStore {
  /** Acquire or renew the lease for this long; false while another process holds it. */
  acquire(name: string, holder: string, milliseconds: number): Promise<boolean>;
  /** Give the lease back, if `holder` still has it. */
  release(name: string, holder: string): Promise<void>;
}
