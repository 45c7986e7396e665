import type { Deployment, StatefulSet, StatefulSetSpec } from 'kubernetes-types/apps/v1';
import type {
  Affinity,
  ConfigMap,
  Container,
  Namespace,
  PersistentVolumeClaim,
  PodSpec,
  ResourceRequirements,
  Secret,
  Service,
} from 'kubernetes-types/core/v1';
import type { LabelSelector, ObjectMeta } from 'kubernetes-types/meta/v1';
import type { NetworkPolicy } from 'kubernetes-types/networking/v1';
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1';
import type { HorizontalPodAutoscalerBehavior } from 'kubernetes-types/autoscaling/v2';

/** The type of an object by `apiVersion kind`: those of Kubernetes, and of resource definitions what Medley uses of them. */
export interface ObjectTypes {
  'v1 Namespace': Namespace;
  'v1 ConfigMap': ConfigMap;
  'v1 Secret': Secret;
  'v1 Service': Service;
  'v1 PersistentVolumeClaim': PersistentVolumeClaim;
  'apps/v1 Deployment': Deployment;
  'apps/v1 StatefulSet': StatefulSet;
  'policy/v1 PodDisruptionBudget': PodDisruptionBudget;
  'networking.k8s.io/v1 NetworkPolicy': NetworkPolicy;
  'keda.sh/v1alpha1 ScaledObject': ScaledObject;
  'keda.sh/v1alpha1 TriggerAuthentication': TriggerAuthentication;
  'monitoring.coreos.com/v1 ServiceMonitor': ServiceMonitor;
  'monitoring.coreos.com/v1 PrometheusRule': PrometheusRule;
  'rabbitmq.com/v1beta1 RabbitmqCluster': RabbitmqCluster;
}

interface CustomResource<V extends string, K extends string> {
  apiVersion: V;
  kind: K;
  metadata: ObjectMeta;
}

/** KEDA: https://keda.sh/docs/latest/reference/scaledobject-spec/ */
interface ScaledObject extends CustomResource<'keda.sh/v1alpha1', 'ScaledObject'> {
  spec: {
    scaleTargetRef: { apiVersion?: string; kind?: string; name: string };
    minReplicaCount: number;
    maxReplicaCount: number;
    pollingInterval?: number;
    cooldownPeriod?: number;
    fallback?: { failureThreshold: number; replicas: number };
    advanced?: { horizontalPodAutoscalerConfig: { behavior: HorizontalPodAutoscalerBehavior } };
    triggers: (RabbitmqTrigger | CpuTrigger)[];
  };
}

/** Members of `metadata` are text, whatever they mean. */
interface RabbitmqTrigger {
  type: 'rabbitmq';
  name: string;
  metadata: {
    protocol: 'http';
    mode: 'QueueLength';
    queueName: string;
    vhostName: string;
    excludeUnacknowledged: 'false';
    value: string;
    activationValue?: string;
  };
  authenticationRef: { name: string };
}

interface CpuTrigger {
  type: 'cpu';
  metricType: 'Utilization';
  metadata: { value: string };
}

interface TriggerAuthentication extends CustomResource<'keda.sh/v1alpha1', 'TriggerAuthentication'> {
  spec: { secretTargetRef: { parameter: string; name: string; key: string }[] };
}

/** Prometheus operator: https://prometheus-operator.dev/docs/api-reference/api/ */
interface ServiceMonitor extends CustomResource<'monitoring.coreos.com/v1', 'ServiceMonitor'> {
  spec: {
    selector: LabelSelector;
    endpoints: {
      port: string;
      path: string;
      interval?: string;
      relabelings?: { sourceLabels?: string[]; targetLabel?: string; regex?: string; replacement?: string }[];
    }[];
  };
}

interface PrometheusRule extends CustomResource<'monitoring.coreos.com/v1', 'PrometheusRule'> {
  spec: {
    groups: {
      name: string;
      rules: {
        alert: string;
        expr: string;
        for?: string;
        labels: Record<string, string>;
        annotations: Record<string, string>;
      }[];
    }[];
  };
}

/** RabbitMQ cluster operator: https://www.rabbitmq.com/kubernetes/operator/using-operator */
interface RabbitmqCluster extends CustomResource<'rabbitmq.com/v1beta1', 'RabbitmqCluster'> {
  spec: {
    replicas: number;
    image?: string;
    persistence: { storageClassName?: string; storage: string };
    resources: ResourceRequirements;
    affinity?: Affinity;
    rabbitmq: { additionalConfig: string; additionalPlugins?: string[] };
    override?: { statefulSet: { spec: PodOverride } };
  };
}

/** All members of a StatefulSet are optional in an override, and a container is found by its name. */
interface PodOverride extends Partial<Omit<StatefulSetSpec, 'template'>> {
  template: {
    spec: Partial<Omit<PodSpec, 'containers'>> & { containers: (Partial<Container> & { name: string })[] };
  };
}
