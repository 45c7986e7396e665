import Joi from 'joi';
import type { RouteDocs } from '../../route-docs/route-docs';
import * as schema from '../../route-docs/schema-builders';

export interface WaveformQuery {
  step?: string;
}

export const waveformQuery: Joi.ObjectSchema<WaveformQuery> = Joi.object<WaveformQuery>({
  step: Joi.string()
    .max(64)
    .description('Id of a transcode or redact step. Default: the first one whose sound the task gives out.'),
}).unknown(true);

/** Version 2 of the JSON format of BBC audiowaveform. */
interface Waveform {
  version: 2;
  channels: 1;
  sample_rate: number;
  samples_per_pixel: number;
  bits: 8;
  length: number;
  data: number[];
}

export const waveformSchemas = {
  Waveform: schema.recordOf<Waveform>(
    {
      version: { const: 2 },
      channels: { const: 1 },
      sample_rate: { type: 'integer', description: 'Hertz.' },
      samples_per_pixel: {
        type: 'integer',
        description: 'Samples that each pair covers; the last one may cover fewer.',
      },
      bits: { const: 8 },
      length: { type: 'integer', description: 'Number of pairs, at most 2,000.' },
      data: schema.listOf(
        { type: 'integer', minimum: -128, maximum: 127 },
        'The lowest and the highest sample of each pair in turn.',
      ),
    },
    { description: 'The peaks of a sound in version 2 of the JSON format of BBC audiowaveform.' },
  ),
};

export const exampleWaveform = {
  version: 2,
  channels: 1,
  sample_rate: 8_000,
  samples_per_pixel: 8_192,
  bits: 8,
  length: 4,
  data: [-1, 1, -58, 61, -40, 37, 0, 0],
};

export const waveformDocs: RouteDocs = {
  id: 'getWaveform',
  tag: 'Tasks',
  summary: 'Read the waveform of a sound',
  query: waveformQuery,
  success: {
    status: 200,
    description: 'The peaks of the MP3 of a transcode or redact step.',
    data: schema.refTo('Waveform'),
  },
  errors: ['VALIDATION_ERROR', 'OUTPUT_HIDDEN', 'NOT_FOUND', 'TASK_EXPIRED'],
  examples: [{ name: 'waveform', summary: 'Four pairs', query: {}, response: { data: exampleWaveform } }],
};
