#!/bin/sh
# Print the Secrets of the overlays, with new random values. Keep the output: a lost MASTER_KEY cannot be recovered.
#   sh deploy/kubernetes/make-secrets.sh > secrets.yaml && kubectl apply -f secrets.yaml
# Taken from the environment when set: MASTER_KEY, MASTER_KEY_PREVIOUS, MONGO_URL (else that of overlays/small), S3_ACCESS_KEY_ID and
# S3_SECRET_ACCESS_KEY (overlays/production), ASR_API_KEY, LLM_API_KEY, NAMESPACE (else medley).
set -eu
cd "$(dirname "$0")/../.."

namespace=${NAMESPACE:-medley}
mongo_password=$(openssl rand -hex 16)
services='gateway orchestrator webhook-dispatcher fetcher transcoder transcriber llm pii'

secret() { # name
  printf -- '---\napiVersion: v1\nkind: Secret\nmetadata:\n  name: %s\n  namespace: %s\nstringData:\n' "$1" "$namespace"
}

value() { # key, value; quoted, so that no value is read as a number
  case $2 in
    *[\'\\]* | *'
'*)
      echo "the value of $1 must not contain quotes, backslashes and line breaks" >&2
      exit 1
      ;;
  esac
  printf "  %s: '%s'\n" "$1" "$2"
}

secret medley
value MASTER_KEY "${MASTER_KEY:-$(openssl rand -base64 32)}"
value MASTER_KEY_PREVIOUS "${MASTER_KEY_PREVIOUS:-}"
value OPERATOR_KEY "$(openssl rand -hex 32)"

secret medley-mongodb
value ROOT_PASSWORD "$(openssl rand -hex 16)"
value PASSWORD "$mongo_password"
value MONGO_URL "${MONGO_URL:-mongodb://medley:$mongo_password@mongodb:27017/medley}"

secret medley-s3
value S3_ACCESS_KEY_ID "${S3_ACCESS_KEY_ID:-}"
value S3_SECRET_ACCESS_KEY "${S3_SECRET_ACCESS_KEY:-}"

secret medley-engines
value ASR_API_KEY "${ASR_API_KEY:-}"
value LLM_API_KEY "${LLM_API_KEY:-}"

secret medley-amqp
for service in $services; do
  password=$(openssl rand -hex 16)
  export "RABBITMQ_$(printf %s "$service" | tr a-z- A-Z_)_PASSWORD=$password"
  value "$service" "amqp://$service:$password@rabbitmq:5672"
done

RABBITMQ_KEDA_PASSWORD=$(openssl rand -hex 16)
export RABBITMQ_KEDA_PASSWORD
secret medley-keda
value host "http://keda:$RABBITMQ_KEDA_PASSWORD@rabbitmq.$namespace.svc:15672/"

secret medley-rabbitmq
definitions=$(sh deploy/rabbitmq/definitions.sh)
printf '  definitions.json: |\n'
printf '%s\n' "$definitions" | sed 's/^/    /'
