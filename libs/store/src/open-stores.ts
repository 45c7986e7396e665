import type { Health, SecretSettings, ServiceContext, StoreSettings } from '@medley/kit';
import { connectStores } from './connect-stores';
import type { Stores } from './stores';

/** Connect a service to MongoDB by its settings; registers a health check and the shutdown. */
export async function openStores(context: ServiceContext<StoreSettings & SecretSettings>): Promise<Stores> {
  const { config, logger, lifecycle, health, metrics } = context;
  const stores = await connectStores({
    url: config.MONGO_URL,
    logger,
    masterKey: config.MASTER_KEY,
    previousMasterKey: config.MASTER_KEY_PREVIOUS,
    metrics,
  });
  lifecycle.onStop('stores', () => stores.close());
  watchStores(stores, health);
  return stores;
}

/** Have `/health` say whether the database answers, and whether the process has the master keys it needs. */
export function watchStores({ checkHealth, keyring, masterKey }: Stores, health: Health): void {
  health.register('database', () => checkHealth());
  health.register('master key', () => masterKey.fault);
  health.warn('MASTER_KEY_PREVIOUS', () =>
    masterKey.isPreviousSpare ? 'nothing is sealed with it any more: it may be removed' : null,
  );
  health.showKeyring(keyring);
}
