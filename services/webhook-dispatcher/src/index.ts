export { webhookDispatcherSchema, webhookDispatcherSettings } from './config';
export { startWebhookDispatcher } from './start-webhook-dispatcher';
