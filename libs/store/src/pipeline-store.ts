import type { RequestedStep } from '@medley/contracts';
import type { Page } from './page';

export interface Pipeline {
  id: string;
  /** Null for a system template. */
  account_id: string | null;
  name: string;
  description: string | null;
  /** As the client sent them; resolved when a task is created. */
  steps: RequestedStep[];
  /** Ids of the steps whose outputs tasks give out; null: all. */
  outputs: string[] | null;
  created_at: Date;
  updated_at: Date;
}

export interface PipelineStore {
  /**
   * Store an account's template. False when the account has `max` templates already or is unknown. `origin` is unique: a second
   * insert fails.
   */
  create(
    pipeline: Pipeline & { account_id: string },
    terms: { max: number; origin?: string },
  ): Promise<boolean>;
  find(id: string): Promise<Pipeline | null>;
  findByOrigin(origin: string): Promise<Pipeline | null>;
  /** Own ones, newest first, then the system's. */
  list(accountId: string, page: { limit: number; offset: number }): Promise<Page<Pipeline>>;
  /** False when it was deleted. */
  replace(pipeline: Pipeline): Promise<boolean>;
  remove(id: string): Promise<boolean>;
  /** Replace the system templates with exactly these. */
  putSystem(pipelines: readonly Pipeline[]): Promise<void>;
}
