export type { CallOptions, CreateOptions } from './call-options';
export {
  MedleyApiError,
  MedleyConnectionError,
  MedleyError,
  MedleyTimeoutError,
  TaskFailedError,
  WebhookVerificationError,
} from './errors';
export type { ApiErrorCode, FieldError, FieldFault } from './errors';
export { Medley, webhooks } from './medley';
export { MedleyOperator } from './operator';
export type {
  OperatorAbout,
  OperatorAccount,
  OperatorKind,
  OperatorLetter,
  OperatorNewAccount,
  OperatorProcess,
} from './types/operator';
export type { MedleyOptions } from './medley-options';
export type { Batches } from './batches';
export type { Keys } from './keys';
export type { Pipelines } from './pipelines';
export type { CreateTaskOptions, EventOptions, Tasks, TranscriptFormat } from './tasks';
export type { Balance, Batch, BatchEntry, BatchResult, Pipeline, TaskEstimate } from './types/account';
export type {
  Key,
  KeyBudget,
  KeyBudgetRequest,
  KeyChangeRequest,
  KeyRole,
  NewKey,
  NewKeyRequest,
} from './types/keys';
export type {
  LedgerEntry,
  LedgerListRequest,
  LedgerPage,
  Usage,
  UsageAmounts,
  UsageRequest,
  UsageRow,
} from './types/usage';
export type { FollowAccountOptions } from './events/follow-account';
export type {
  AccountEvent,
  AccountEventType,
  CreatedData,
  EndData,
  DeltaData,
  SnapshotData,
  StepEventData,
  StepEventType,
  TaskEvent,
} from './types/events';
export type {
  DepersonalizeOutput,
  FetchOutput,
  FoundEntity,
  LlmOutput,
  OmittedOutput,
  RedactOutput,
  Redaction,
  RestoreOutput,
  StepOutput,
  TaskOutput,
  TranscodeOutput,
  Transcript,
  TranscriptSegment,
  TranscriptWord,
  Waveform,
} from './types/outputs';
export type { Metadata } from './types/metadata';
export type {
  LlmRequest,
  PageRequest,
  PiiRequest,
  PipelineRequest,
  RestoreRequest,
  TaskListRequest,
  RetryRequest,
  TaskRequest,
  TranscodeRequest,
  TranscribeRequest,
} from './types/requests';
export type {
  DepersonalizeMode,
  DepersonalizeOptions,
  EntityType,
  InputType,
  LlmOptions,
  Model,
  RedactOptions,
  PromptTemplate,
  ResolvedStep,
  StepCatalogue,
  StepCategory,
  StepDescription,
  StepFilter,
  StepName,
  StepOptions,
  StepRequest,
  TranscodeOptions,
  TranscribeOptions,
} from './types/steps';
export type {
  CompletedTask,
  Delivery,
  DeliveryAttempt,
  FailedTask,
  ListedStep,
  ListedTask,
  CursorPage,
  Page,
  StepAttempt,
  StepStatus,
  Task,
  TaskErrorDetails,
  TaskInput,
  TaskStatus,
  TaskStep,
  WebhookPayload,
} from './types/task';
export type { DeliveryListRequest, DeliveryPage, RotatedSecret, WebhookTestResult } from './types/webhooks';
export type { Upload } from './types/upload';
export type { UploadOptions, UploadProgress, Uploads } from './uploads';
export type { WebhookHeaders } from './unwrap-webhook';
export type { WaitOptions } from './wait-for-task';
export type { Deliveries, WebhookSettings } from './webhooks';
export type { Webhooks } from './receivers';
