export { errorText } from './show-task';
export { createTaskView } from './create-task-view';
export type { TaskView } from './create-task-view';
export { deliveryHistory, showDelivery } from './delivery-history';
export { isDataExpired } from './show-task';
export { mediaFilename } from './media-filename';
export { fileOfStep } from './output-file';
export type {
  PublicDelivery,
  PublicDeliveryAttempt,
  PublicInput,
  PublicListedStep,
  PublicListedTask,
  PublicOmittedOutput,
  PublicOutput,
  PublicStep,
  PublicStepAttempt,
  PublicTask,
  PublicRedactOutput,
  PublicTranscodeOutput,
  TerminalTask,
} from './public-task';
export { toJsonText } from './stored-json';
