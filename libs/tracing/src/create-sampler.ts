import { SpanKind } from '@opentelemetry/api';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  type Sampler,
} from '@opentelemetry/sdk-trace-base';
import type { TracingSettings } from './settings';

type SamplerSettings = Pick<TracingSettings, 'OTEL_TRACES_SAMPLER' | 'OTEL_TRACES_SAMPLER_ARG'>;

/**
 * The sampler of the settings decides at the request; all other spans of the trace follow its decision, in other processes
 * too, whatever their settings are.
 */
export function createSampler(settings: SamplerSettings): Sampler {
  const configured = configuredSampler(settings);
  const followParent = new ParentBasedSampler({ root: new AlwaysOffSampler() });
  return {
    // eslint-disable-next-line max-params -- the interface of the SDK
    shouldSample: (context, traceId, name, kind, attributes, links) => {
      const sampler = kind === SpanKind.SERVER ? configured : followParent;
      return sampler.shouldSample(context, traceId, name, kind, attributes, links);
    },
    toString: () => `Medley{${configured.toString()}}`,
  };
}

function configuredSampler(settings: SamplerSettings): Sampler {
  const { OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: ratio } = settings;
  const root = rootSampler(name.replace('parentbased_', ''), ratio);
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}

function rootSampler(name: string, ratio: number): Sampler {
  if (name === 'traceidratio') return new TraceIdRatioBasedSampler(ratio);
  return name === 'always_off' ? new AlwaysOffSampler() : new AlwaysOnSampler();
}
