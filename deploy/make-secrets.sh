#!/bin/sh
# Print a new .env with all secrets for docker-compose.yml. Keep it: a lost MASTER_KEY cannot be recovered.
set -eu

printf 'MASTER_KEY=%s\n' "$(openssl rand -base64 32)"
printf 'OPERATOR_KEY=%s\n' "$(openssl rand -hex 32)"
for name in MONGO_ROOT MONGO RABBITMQ_GATEWAY RABBITMQ_ORCHESTRATOR RABBITMQ_WEBHOOK_DISPATCHER RABBITMQ_FETCHER \
  RABBITMQ_TRANSCODER RABBITMQ_TRANSCRIBER RABBITMQ_LLM RABBITMQ_PII GRAFANA; do
  printf '%s_PASSWORD=%s\n' "$name" "$(openssl rand -hex 16)"
done
