#!/bin/sh
# Print the PrometheusRule of overlays/production: the groups of deploy/prometheus/medley.rules.yml, to which a kustomization
# cannot point. After a change of the rules (a test compares both):
#   sh deploy/kubernetes/make-prometheus-rule.sh > deploy/kubernetes/overlays/production/prometheus-rule.yaml
set -eu
cd "$(dirname "$0")/../.."

cat <<'END'
# Made by deploy/kubernetes/make-prometheus-rule.sh from deploy/prometheus/medley.rules.yml: change that one.
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: medley
  labels:
    app.kubernetes.io/part-of: medley
spec:
END
sed -n '/^groups:/,$ s/^./  &/p' deploy/prometheus/medley.rules.yml
