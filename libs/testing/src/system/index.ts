export { type AllInOne, startAllInOne } from './all-in-one';
export { Api } from './api';
export { type SeparateServices, type ServiceName, startSeparateServices } from './separate-services';
export { type LoadFindings, TaskLoad } from './task-load';
export { startTestSystem, type TestSystem } from './test-system';
