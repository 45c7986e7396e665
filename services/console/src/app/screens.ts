import type { KeyRole } from '@medley/client/browser';
import { lazy, type ComponentType } from 'react';
import type { IconName } from '../components/icon';
import type { ScreenName } from './screen-names';

export interface ScreenEntry {
  name: ScreenName;
  /** Below `/console`, in the syntax of wouter. */
  path: string;
  /** What the key needs at least; the entry is not shown to others. */
  role: KeyRole;
  /** Its picture in the navigation; null: it is reached from other screens. */
  icon: IconName | null;
  screen: ComponentType;
}

/** Loaded when it is first shown. */
function screenOf(load: () => Promise<ComponentType>): ComponentType {
  return lazy(async () => ({ default: await load() }));
}

/** One row for each screen, in the order of the navigation. */
export const screens: readonly ScreenEntry[] = [
  {
    name: 'overview',
    path: '/',
    role: 'read',
    icon: 'overview',
    screen: screenOf(async () => (await import('../screens/overview/overview-screen')).OverviewScreen),
  },
  {
    name: 'playground',
    path: '/playground',
    role: 'read',
    icon: 'play',
    screen: screenOf(async () => (await import('../screens/playground/playground-screen')).PlaygroundScreen),
  },
  {
    name: 'tasks',
    path: '/tasks',
    role: 'read',
    icon: 'tasks',
    screen: screenOf(async () => (await import('../screens/tasks/tasks-screen')).TasksScreen),
  },
  {
    name: 'task',
    path: '/tasks/:id',
    role: 'read',
    icon: null,
    screen: screenOf(async () => (await import('../screens/task/task-screen')).TaskScreen),
  },
  {
    name: 'redaction',
    path: '/tasks/:id/redaction',
    role: 'read',
    icon: null,
    screen: screenOf(async () => (await import('../screens/redaction/redaction-screen')).RedactionScreen),
  },
  {
    name: 'transcript',
    path: '/tasks/:id/transcript',
    role: 'read',
    icon: null,
    screen: screenOf(async () => (await import('../screens/transcript/transcript-screen')).TranscriptScreen),
  },
  {
    name: 'webhooks',
    path: '/webhooks',
    role: 'read',
    icon: 'hook',
    screen: screenOf(async () => (await import('../screens/webhooks/webhooks-screen')).WebhooksScreen),
  },
  {
    name: 'usage',
    path: '/usage',
    role: 'read',
    icon: 'chart',
    screen: screenOf(async () => (await import('../screens/usage/usage-screen')).UsageScreen),
  },
  {
    name: 'keys',
    path: '/keys',
    role: 'owner',
    icon: 'key',
    screen: screenOf(async () => (await import('../screens/keys/keys-screen')).KeysScreen),
  },
];
