import type { ApiErrorCode } from '@medley/contracts';

/** The meaning of each code and an example of its message. */
export const errorDocs: Readonly<Record<ApiErrorCode, { meaning: string; message: string }>> = {
  INVALID_JSON: { meaning: 'The body is not valid JSON.', message: 'The body is not valid JSON.' },
  VALIDATION_ERROR: {
    meaning: 'Fields are invalid; `errors` lists them.',
    message: 'ttl must be less than or equal to 24',
  },
  INVALID_TASK_ID: {
    meaning: 'The task id is not a UUID.',
    message: 'The task id is not a valid UUID.',
  },
  INVALID_CATEGORY: {
    meaning: 'The step category does not exist.',
    message: 'category must be one of: source, media, speech, language, privacy.',
  },
  INVALID_INPUT_TYPE: {
    meaning: 'The input type does not exist.',
    message: 'input_type must be one of: url, text.',
  },
  MISSING_API_KEY: {
    meaning: 'The `Authorization` header is missing.',
    message: 'Send your API key: Authorization: Bearer <API_KEY>.',
  },
  INVALID_AUTH_FORMAT: {
    meaning: 'The header is not `Bearer <API_KEY>`.',
    message: 'The Authorization header must be: Bearer <API_KEY>.',
  },
  INVALID_API_KEY: { meaning: 'The key does not exist.', message: 'This API key does not exist.' },
  API_KEY_INACTIVE: { meaning: 'The key was deactivated.', message: 'This API key has been deactivated.' },
  API_KEY_EXPIRED: {
    meaning: 'The validity period of the key has ended.',
    message: 'The validity period of this API key has ended.',
  },
  INSUFFICIENT_BALANCE: {
    meaning: 'The balance is lower than the amount to reserve.',
    message: 'The balance of your account is too low for this task.',
  },
  STORAGE_LIMIT: {
    meaning: 'Your tasks use all the storage of the tariff. Delete some, or wait until they expire.',
    message: 'Your tariff allows 2147483648 bytes to be stored. Delete tasks, or wait until they expire.',
  },
  ACCOUNT_SUSPENDED: {
    meaning: 'The operator has suspended the account: it begins no new work. What runs ends as usual.',
    message: 'The operator of this service has suspended the account.',
  },
  FORBIDDEN: {
    meaning:
      'The role of the key does not allow the request, a system template cannot be changed, or the maximum number of ' +
      'templates or keys is reached.',
    message: 'System templates cannot be changed.',
  },
  OUTPUT_HIDDEN: {
    meaning: 'The task does not give out this output; `outputs` of the task lists those it does.',
    message: 'The task does not give out this output: see its `outputs`.',
  },
  NOT_FOUND: { meaning: 'The resource does not exist.', message: 'There is no such resource.' },
  TASK_NOT_FOUND: { meaning: 'The task does not exist.', message: 'There is no such task.' },
  METHOD_NOT_ALLOWED: {
    meaning: 'The path does not support the method; see `Allow`.',
    message: 'Use one of GET, POST, HEAD here.',
  },
  TASK_NOT_CANCELABLE: {
    meaning: 'The task has ended already.',
    message: 'The task has already completed.',
  },
  LAST_OWNER_KEY: {
    meaning: 'The account would have no active key with the role `owner` any more.',
    message: 'This is the last active owner key of the account.',
  },
  TASK_NOT_RETRYABLE: {
    meaning: 'The task has not ended yet.',
    message: 'The task has not ended yet. Cancel it, or wait for its end.',
  },
  IDEMPOTENCY_IN_PROGRESS: {
    meaning: 'The first request with this key is still running after 10 seconds.',
    message: 'A request with this Idempotency-Key is still running.',
  },
  LINK_INVALID: {
    meaning: 'The signature of the link is invalid.',
    message: 'The link is not one that was given out.',
  },
  LINK_EXPIRED: {
    meaning: 'The file is no longer stored.',
    message: 'The file is no longer stored.',
  },
  MAPPING_EXPIRED: {
    meaning: 'The originals were deleted: the storage time of the task has ended.',
    message: 'The mapping of this task is gone: its storage time has ended.',
  },
  TASK_EXPIRED: {
    meaning: 'The data was deleted: the storage time of the task has ended.',
    message: 'The transcript is gone: the storage time of the task has ended.',
  },
  MEDIA_TOO_LARGE: {
    meaning: 'The file is larger than the service accepts; nothing of it is kept.',
    message: 'A file must not be larger than 2147483648 bytes.',
  },
  STORAGE_UNAVAILABLE: {
    meaning: 'The file cannot be stored now: the storage of the service is full or does not answer.',
    message: 'The file cannot be stored now. Try again later.',
  },
  RANGE_NOT_SATISFIABLE: {
    meaning: 'The range lies outside the file.',
    message: 'The file has 480236 bytes.',
  },
  IDEMPOTENCY_MISMATCH: {
    meaning: 'The `Idempotency-Key` was used for another request.',
    message: 'This Idempotency-Key was used for another request.',
  },
  RATE_LIMIT_EXCEEDED: {
    meaning: 'A limit of the tariff or the service is exceeded. Wait `Retry-After` seconds.',
    message: 'Too many requests. Try again in 12 seconds.',
  },
  INTERNAL_ERROR: { meaning: 'The service failed. Try again.', message: 'Internal error. Try again.' },
  UPSTREAM_ERROR: {
    meaning: 'The task cannot be accepted now. Try again after `Retry-After` seconds.',
    message: 'The processing back end is unavailable.',
  },
};
