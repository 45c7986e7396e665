/** Money is read with majority read concern, so that no read is rolled back by a failover of the replica set. */
export const majority = { readConcern: { level: 'majority' } } as const;
