export { createTaskView } from './create-task-view';
export type { TaskView, TaskViewOptions } from './create-task-view';
export { deliveryHistory } from './delivery-history';
export type { FileLinkParts, FileLinkVerdict } from './file-links';
export { isGone } from './show-task';
export { mediaFilename } from './media-filename';
export type {
  PublicDelivery,
  PublicDeliveryAttempt,
  PublicInput,
  PublicOutput,
  PublicStep,
  PublicTask,
  PublicTranscodeOutput,
  TerminalTask,
} from './public-task';
