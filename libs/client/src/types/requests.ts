import type { Metadata } from './metadata';
import type { DepersonalizeOptions, StepName, StepRequest, TranscribeOptions } from './steps';
import type { TaskStatus } from './task';

interface CommonRequest {
  /** Called when the task has ended. */
  webhook_url?: string;
  /** Up to 10 headers for the webhook; stored encrypted, never shown. */
  webhook_headers?: Record<string, string>;
  /** Hours the result is kept, 0..24, default 4; 0: deleted when the webhook was delivered. */
  ttl?: number;
  /** Up to 50 pairs, returned with the task and the webhook. */
  metadata?: Metadata[];
  /** Credits: a task that reserves more is refused, one that would cost more fails with `COST_LIMIT`. */
  max_cost?: number;
  /** Seconds (60..21600) in which the task must end; default six hours. */
  timeout?: number;
}

interface SourceRequest {
  /** Up to 10 headers for the origin of `url` only, for example `Authorization`; stored encrypted, never shown. */
  source_headers?: Record<string, string>;
}

export interface TranscodeRequest extends CommonRequest, SourceRequest {
  /** Link to MP3, WAV, OGG, FLAC, M4A, AAC, AIFF, MP4, MOV, WebM, MKV or AVI. */
  url: string;
  filename?: string;
}

/** Absent: `language` `ru`, `diarization` true. */
export interface TranscribeRequest extends CommonRequest, SourceRequest, TranscribeOptions {
  url: string;
  filename?: string;
}

interface PromptRequest {
  template?: string;
  /** ISO 639-1, default `ru`. */
  language_in?: string;
  language_out?: string;
  /** JSON Schema (draft 2020-12 or 07) of the completion. */
  response_schema?: Record<string, unknown>;
}

export interface LlmRequest extends CommonRequest, PromptRequest {
  /** 1 to 100,000 characters. */
  input: string;
  /** 1 to 10,000 characters. */
  prompt: string;
  provider?: string;
  model?: string;
}

/** Absent: `mode` `blind`. */
export interface PiiRequest extends CommonRequest, DepersonalizeOptions {
  /** 1 to 100,000 characters. */
  input: string;
}

/** Requires `url` or `input` (or both), and either `steps` or `pipeline_id`. */
export interface TaskRequest extends CommonRequest, SourceRequest, PromptRequest {
  url?: string;
  input?: string;
  steps?: StepRequest[];
  pipeline_id?: string;
  /** Ids of the steps whose outputs leave the service; default: those of the pipeline, else all. */
  outputs?: string[];
  prompt?: string;
  filename?: string;
}

/** What a retry replaces; everything else is that of the retried task. */
export interface RetryRequest {
  /** Ids of steps to run again, with all below; default: those that failed or were skipped. */
  from?: string[];
  /** By the id of a step that runs: options that replace those it had. */
  options?: Record<string, Record<string, unknown>>;
  prompt?: string;
  webhook_url?: string;
  ttl?: number;
  max_cost?: number;
  timeout?: number;
}

export interface PipelineRequest {
  name: string;
  description?: string;
  steps: StepRequest[];
  /** Ids of the steps whose outputs tasks give out; default: all. */
  outputs?: string[];
}

export interface RestoreRequest {
  /** A task with a completed `depersonalize` step of mode `reversible`. */
  task_id: string;
  /** Any text that contains its markers. */
  input: string;
}

export interface PageRequest {
  /** 1..100, default 20. */
  limit?: number;
  offset?: number;
}

export interface TaskListRequest extends PageRequest {
  /** `pagination.next_cursor` of the page before, instead of `offset`. */
  cursor?: string;
  status?: TaskStatus;
  /** Tasks with a step of this kind. */
  step?: StepName;
  /** ISO 8601; both bounds belong to the range. */
  created_after?: string;
  created_before?: string;
  /** Tasks with all of these pairs; at most three. */
  metadata?: Record<string, string>;
  batch_id?: string;
  /** The beginning of the id or of the filename; case matters. */
  q?: string;
  /** Adds `output` to the entries while the response stays within 8 MiB. */
  include?: 'output';
}
