import type { SecretSettings, ServiceContext, StoreSettings } from '@medley/kit';
import { connectStores } from './connect-stores';
import type { Stores } from './stores';

/** Connect a service to MongoDB by its settings; registers a health check and the shutdown. */
export async function openStores(context: ServiceContext<StoreSettings & SecretSettings>): Promise<Stores> {
  const { config, logger, lifecycle, health, metrics } = context;
  const stores = await connectStores({
    url: config.MONGO_URL,
    logger,
    masterKey: config.MASTER_KEY,
    metrics,
  });
  lifecycle.onStop('stores', () => stores.close());
  health.register('database', () => stores.checkHealth());
  return stores;
}
