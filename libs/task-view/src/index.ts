export { createTaskView } from './create-task-view';
export type { TaskView, TaskViewOptions } from './create-task-view';
export { deliveryHistory } from './delivery-history';
export type { FileLinkParts, FileLinkVerdict } from './file-links';
export { isDataExpired } from './show-task';
export { mediaFilename } from './media-filename';
export { fileOfStep } from './output-file';
export type { OutputSource } from './read-output';
export type {
  PublicDelivery,
  PublicDeliveryAttempt,
  PublicInput,
  PublicListedStep,
  PublicListedTask,
  PublicOmittedOutput,
  PublicOutput,
  PublicStep,
  PublicTask,
  PublicTranscodeOutput,
  TerminalTask,
} from './public-task';
export { toJsonText } from './stored-json';
