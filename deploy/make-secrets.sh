#!/bin/sh
# Print a new .env for docker-compose.yml: secrets, made once and kept. A lost MASTER_KEY cannot be replaced.
set -eu

printf 'MASTER_KEY=%s\n' "$(openssl rand -base64 32)"
for name in MONGO_ROOT MONGO RABBITMQ_GATEWAY RABBITMQ_ORCHESTRATOR RABBITMQ_WEBHOOK_DISPATCHER RABBITMQ_FETCHER \
  RABBITMQ_TRANSCODER RABBITMQ_TRANSCRIBER RABBITMQ_LLM RABBITMQ_PII; do
  printf '%s_PASSWORD=%s\n' "$name" "$(openssl rand -hex 16)"
done
