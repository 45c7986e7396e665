export { sourceHeaders, webhookRequestHeaders } from './custom-headers';
export { nearestName } from './nearest-name';
export { budgetPeriodNames, builtInTariffs, keyRoles, toCredits, toUnits, turnWeightMax } from './accounts';
export type { Account, ApiKey, BudgetPeriod, KeyBudget, KeyRole, Tariff } from './accounts';
export { listOf } from './bounded-list';
export type { IssueBudget } from './bounded-list';
export { entityTypes } from './entity-types';
export type { EntityType } from './entity-types';
export { apiErrorCodes, findStepError, stepErrors } from './error-codes';
export type { ApiErrorCode, ErrorCode, StepErrorCode } from './error-codes';
export { estimateTokens, createTokenEstimator } from './estimate-tokens';
export type { TokenEstimator } from './estimate-tokens';
export { stepsToRetry } from './steps-to-retry';
export { purgeTask } from './purge-task';
export { isUploadUrl, parseUploadUrl, uploadUrl } from './uploads';
export { isGivenOut } from './given-outputs';
export { chargeOf, planCost } from './plan-cost';
export { findInputError, inputParts, runOptions, TEXT_SEPARATOR } from './step-input';
export type { InputParts } from './step-input';
export { findNearestAncestor } from './find-nearest-ancestor';
export { resolveGraph, STEPS_MAX } from './graph';
export type { ValidationIssue, RequestedStep, ResolvedStep } from './graph';
export { jsonSchemaOf } from './json-schema-of';
export type { JsonSchema } from './json-schema-of';
export { compileCheck } from './compile-check';
export { checkOfMessage } from './message-checks';
export type { Fault } from './check-node';
export { messageCatalogue } from './messages';
export type { MessageBodies, MessageName } from './messages';
export type {
  FollowingStep,
  StepClaim,
  StepFailure,
  StepFinished,
  StepHeartbeat,
  StepOutcomeReport,
  StepRun,
  StepSuccess,
} from './step-messages';
export { signalTopics } from './signals';
export type {
  EngineInfo,
  ProcessReport,
  SignalBodies,
  SignalName,
  StepCancelSignal,
  StepClaimedSignal,
  StepDeltaSignal,
  StepProgressSignal,
  ModelLanguages,
  WorkerAnnouncement,
} from './signals';
export { HOUR_MS, newTask } from './new-task';
export { stepRun } from './step-run';
export { taskLimits } from './task-limits';
export type { NewTask } from './new-task';
export { bytesOf, charactersOf } from './payload-length';
export { depersonalizeModes, INLINE_BYTES_MAX } from './payloads';
export type {
  DepersonalizeMode,
  DepersonalizeOutput,
  Sensitivity,
  FetchOutput,
  FoundEntity,
  LlmOutput,
  MediaPart,
  MediaRef,
  Payload,
  RedactedTranscript,
  Redaction,
  RedactOutput,
  RestoreOutput,
  StepInput,
  StepOutputs,
  StepUsage,
  TranscodeOutput,
  TranscribeOutput,
  TranscriptSegment,
  TranscriptWord,
} from './payloads';
export { priceOfStep, priceToReserve } from './pricing';
export type { PriceList } from './pricing';
export { storedBytes } from './stored-bytes';
export { paymentLimits } from './payment-limits';
export { isPromptTemplateName, longInputs, promptTemplateNames, promptTemplates } from './prompt-templates';
export type { LongInput, PromptTemplateDefinition, PromptTemplateName } from './prompt-templates';
export { inputTokenBudget } from './input-token-budget';
export { deliveryStates, stepTransitions, stepStatuses, taskTransitions, taskStatuses } from './statuses';
export type { DeliveryState, StepStatus, TaskStatus } from './statuses';
export { inputTypes, joinsUnits, stepCatalogue, stepCategories, stepKinds } from './step-kinds';
export type { InputType, StepKind, StepPrice } from './step-kinds';
export { DENIED_TYPE, stepOptionsSchemas } from './step-options';
export type {
  DepersonalizeOptions,
  LlmOptions,
  RedactOptions,
  RedactSound,
  StepRunOptions,
  TranscodeOptions,
  TranscribeOptions,
} from './step-options';
export { attemptsTotal, durableEventTypes } from './task';
export type {
  Delivery,
  DeliveryAttempt,
  DurableEventType,
  ListedStep,
  ListedTask,
  StepError,
  Task,
  TaskCost,
  TaskError,
  TaskEvent,
  TaskInput,
  StepAttempt,
  TaskStep,
} from './task';
export { inlineCharacters, SMALL_CHARACTERS_MAX } from './inline-characters';
export { reviveTask } from './task-json';
export { limits } from './limits';
export { textLimits } from './text-limits';
export { parseTraceparent, traceIdOf } from './traceparent';
export { countCodePoints, hasMoreCodePoints, languageCode, textOf } from './text-rules';
export { receiverAddress, receiverHost, signedHeaders, signWebhook, webhookHeaders } from './webhook';
