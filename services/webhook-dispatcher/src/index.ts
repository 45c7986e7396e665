export { webhookDispatcherSchema, webhookDispatcherSettings } from './config';
export type { WebhookDispatcherConfig, WebhookDispatcherSettings } from './config';
export { startWebhookDispatcher } from './start-webhook-dispatcher';
