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
}
