import type { ApiErrorCode, FieldError } from '../errors';
import type { ResolvedStep } from './steps';

/** A named graph of steps; system pipelines have `is_default`. */
export interface Pipeline {
  id: string;
  name: string;
  description: string | null;
  steps: ResolvedStep[];
  /** Ids of the steps whose outputs tasks give out; null: all. */
  outputs: string[] | null;
  is_default: boolean;
  created_at: string;
  updated_at: string;
}

/** Credits. */
export interface Balance {
  balance: number;
  /** Reserved for pending tasks. */
  reserved: number;
  /** Total charged so far. */
  charged: number;
  tariff: string;
}

export type BatchEntry =
  | { index: number; success: true; data: { id: string; status: 'pending' } }
  | { index: number; success: false; error: { code: ApiErrorCode; message: string }; errors?: FieldError[] };

export interface BatchResult {
  /** One entry for each task, in the order of the request. */
  results: BatchEntry[];
  summary: { total: number; succeeded: number; failed: number };
  /** Null when no task was created. */
  batch_id: string | null;
}

/** A batch; tasks that were refused at creation or deleted since do not count. */
export interface Batch {
  id: string;
  counts: { pending: number; completed: number; failed: number };
  created_at: string;
}

/** What a task would run and cost. Amounts are credits. */
export interface TaskEstimate {
  steps: ResolvedStep[];
  cost: {
    /** Taken at creation; what is not used returns at the end. */
    reserved: number;
    by_step: {
      id: string;
      fixed: number;
      per_unit: number;
      /** Null: the price is fixed. */
      unit: 'minute' | '1000_characters' | null;
      /** For the length that the reservation assumes. */
      estimate: number;
    }[];
  };
  /** Whether each step can run now. */
  available: { step: string; ok: boolean; reason: string | null }[];
}
