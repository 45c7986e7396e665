import type { RequestedStep } from '@medley/contracts';
import { trusted } from 'mongoose';
import { callDatabase } from './call-database';
import type { PipelineCount } from './pipeline-count';
import type { PipelineDocument, PipelineModel } from './pipeline-model';
import type { Pipeline, PipelineStore } from './pipeline-store';

const DUPLICATE_KEY = 11_000;

/** Repository of the `pipelines` collection; `counter` counts each account's own templates. */
export function createPipelineRepository(model: PipelineModel, counter: PipelineCount): PipelineStore {
  const count = (accountId: string | null): Promise<number> => countPipelines(model, accountId);
  return {
    async create(pipeline, { max, origin }) {
      if (!(await counter.raise(pipeline.account_id, max))) return false;
      const document = { ...toDocument(pipeline), ...(origin !== undefined && { origin }) };
      try {
        await callDatabase(() => model.create(document));
      } catch (error) {
        // After another error the template may be stored nevertheless; the recount corrects the counter if it is not.
        if (isDuplicate(error)) await counter.lower(pipeline.account_id);
        throw error;
      }
      return true;
    },

    async findByOrigin(origin) {
      const document = await callDatabase(() => model.findOne({ origin }).lean<PipelineDocument>().exec());
      return document && toPipeline(document);
    },

    async find(id) {
      const document = await callDatabase(() => model.findOne({ _id: id }).lean<PipelineDocument>().exec());
      return document && toPipeline(document);
    },

    async list(accountId, { limit, offset }) {
      const [own, system] = await Promise.all([count(accountId), count(null)]);
      const items = offset < own ? await listOf(model, accountId, { limit, offset }) : [];
      if (items.length < limit) {
        const rest = { limit: limit - items.length, offset: Math.max(0, offset - own) };
        items.push(...(await listOf(model, null, rest)));
      }
      return { items, total: own + system };
    },

    async replace(pipeline) {
      const { _id, account_id, name, description, steps, outputs, updated_at } = toDocument(pipeline);
      const result = await callDatabase(() =>
        model
          .updateOne({ _id, account_id }, { $set: { name, description, steps, outputs, updated_at } })
          .exec(),
      );
      return result.matchedCount === 1;
    },

    async remove(id) {
      const removed = await callDatabase(() =>
        model.findOneAndDelete({ _id: id }).lean<PipelineDocument>().exec(),
      );
      if (removed?.account_id) await counter.lower(removed.account_id);
      return removed !== null;
    },

    putSystem: (pipelines) => putSystem(model, pipelines),
  };
}

function isDuplicate(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === DUPLICATE_KEY;
}

/** Count the templates of an account; null: the system templates. */
export function countPipelines(model: PipelineModel, accountId: string | null): Promise<number> {
  return callDatabase(() => model.countDocuments({ account_id: accountId }).exec());
}

async function listOf(
  model: PipelineModel,
  accountId: string | null,
  { limit, offset }: { limit: number; offset: number },
): Promise<Pipeline[]> {
  const documents = await callDatabase(() =>
    model
      .find({ account_id: accountId })
      .sort({ position: 1, created_at: -1, _id: -1 })
      .skip(offset)
      .limit(limit)
      .lean<PipelineDocument[]>()
      .exec(),
  );
  return documents.map(toPipeline);
}

/** Idempotent, so that many starting processes may run it at once. */
async function putSystem(model: PipelineModel, pipelines: readonly Pipeline[]): Promise<void> {
  const ids = pipelines.map(({ id }) => id);
  for (const [position, pipeline] of pipelines.entries()) {
    const { _id, created_at, ...fields } = toDocument({ ...pipeline, account_id: null });
    await callDatabase(() =>
      model
        .updateOne({ _id }, { $set: { ...fields, position }, $setOnInsert: { created_at } }, { upsert: true })
        .exec(),
    );
  }
  await callDatabase(() => model.deleteMany({ account_id: null, _id: trusted({ $nin: ids }) }).exec());
}

function toDocument({ id, steps, ...rest }: Pipeline): PipelineDocument {
  return { _id: id, ...rest, steps: JSON.stringify(steps), position: 0 };
}

function toPipeline(document: PipelineDocument): Pipeline {
  const { _id, account_id, name, description, created_at, updated_at } = document;
  const steps = JSON.parse(document.steps) as RequestedStep[];
  const outputs = document.outputs ?? null;
  return { id: _id, account_id, name, description, steps, outputs, created_at, updated_at };
}
