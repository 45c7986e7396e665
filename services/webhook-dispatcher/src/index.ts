export { webhookDispatcherSchema, webhookDispatcherSettings } from './config';
export { signWebhook } from './sign-webhook';
export { startWebhookDispatcher } from './start-webhook-dispatcher';
