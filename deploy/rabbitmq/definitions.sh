#!/bin/sh
# Print the RabbitMQ definitions of Medley: one user for each service, with the permissions it needs.
# Passwords come from RABBITMQ_<SERVICE>_PASSWORD. There is no administrator: use rabbitmqctl inside the container.
# The orchestrator declares queues and exchanges; the other services only use them (AMQP_DECLARE=false).
# With RABBITMQ_KEDA_PASSWORD also the user keda, who may only look (management API), for deploy/kubernetes.
set -eu

# The exclusive queue of a listener gets its name from the broker.
own='amq[.]gen-.*'
used='medley[.](work|signals)'

user() { # name, password, tag
  case $2 in
    '' | *[!A-Za-z0-9_-]*)
      echo "the password of $1 must be set and contain only letters, digits, - and _" >&2
      exit 1
      ;;
  esac
  printf '%s    {"name": "%s", "password": "%s", "tags": "%s"}' "$separator" "$1" "$2" "${3:-}"
  separator=',
'
}

rights() { # user, configure, write, read
  printf '%s    {"user": "%s", "vhost": "/", "configure": "%s", "write": "%s", "read": "%s"}' "$separator" "$@"
  separator=',
'
}

worker_rights() { # user, step kinds
  rights "$1" "^$own\$" "^($used|$own)\$" "^(medley[.]signals|medley[.]steps[.]($2)[.]v1|$own)\$"
}

topics() { # user, write, read
  printf '%s    {"user": "%s", "vhost": "/", "exchange": "medley.signals", "write": "%s", "read": "%s"}' "$separator" "$@"
  separator=',
'
}

printf '{\n  "vhosts": [{"name": "/"}],\n  "users": [\n'
separator=''
user gateway "${RABBITMQ_GATEWAY_PASSWORD:-}"
user orchestrator "${RABBITMQ_ORCHESTRATOR_PASSWORD:-}"
user webhook-dispatcher "${RABBITMQ_WEBHOOK_DISPATCHER_PASSWORD:-}"
user fetcher "${RABBITMQ_FETCHER_PASSWORD:-}"
user transcoder "${RABBITMQ_TRANSCODER_PASSWORD:-}"
user transcriber "${RABBITMQ_TRANSCRIBER_PASSWORD:-}"
user llm "${RABBITMQ_LLM_PASSWORD:-}"
user pii "${RABBITMQ_PII_PASSWORD:-}"
if [ -n "${RABBITMQ_KEDA_PASSWORD:-}" ]; then user keda "$RABBITMQ_KEDA_PASSWORD" monitoring; fi

printf '\n  ],\n  "permissions": [\n'
separator=''
rights orchestrator "^(medley[.].*|$own)\$" "^(medley[.].*|$own)\$" "^(medley[.].*|$own)\$"
rights gateway "^$own\$" "^($used|$own)\$" "^(medley[.]signals|$own)\$"
rights webhook-dispatcher '^$' "^$used\$" '^medley[.]webhooks[.]v1$'
worker_rights fetcher fetch
worker_rights transcoder 'transcode|redact'
worker_rights transcriber transcribe
worker_rights llm llm
worker_rights pii 'depersonalize|restore'
if [ -n "${RABBITMQ_KEDA_PASSWORD:-}" ]; then rights keda '^$' '^$' '^$'; fi

printf '\n  ],\n  "topic_permissions": [\n'
separator=''
topics orchestrator '^((events|control)[.].*|workers[.]census|processes[.]reported)$' \
  '^(listeners[.]topics|tasks[.]sent|workers[.]announced|control[.]turns[.]waiting|processes[.]reported)$'
topics gateway \
  '^(workers[.]census|listeners[.]topics|tasks[.]sent|offers[.].*|control[.](turns[.]waiting|keys[.]changed)|processes[.]reported)$' \
  '^(events[.].*|replies[.].*|workers[.]announced|control[.]keys[.]changed|processes[.]reported)$'
topics webhook-dispatcher '^processes[.]reported$' '^$'
for worker in fetcher transcoder transcriber llm pii; do
  own_topics=''
  if [ "$worker" = llm ]; then own_topics='|events[.].*[.]step[.]delta'; fi
  offered=''
  if [ "$worker" = pii ]; then
    own_topics='|replies[.].*'
    offered='|offers[.](depersonalize|restore)[.]pii-.*'
  fi
  topics "$worker" "^(events[.].*[.]step[.]progress$own_topics|workers[.]announced|processes[.]reported)\$" \
    "^(control[.]step[.]cancel|control[.]kinds[.]paused|control[.]claimed[.]$worker-.*$offered|workers[.]census|listeners[.]topics)\$"
done
printf '\n  ]\n}\n'
