import { defineMessages } from '../i18n/catalogue';

/** The name of each screen, as the navigation shows it. */
export const screenNames = defineMessages(
  {
    overview: 'Overview',
    playground: 'Playground',
    tasks: 'Tasks',
    task: 'Task',
    transcript: 'Transcript',
    redaction: 'What was taken out',
    webhooks: 'Webhooks',
    usage: 'Usage',
    keys: 'Keys',
  },
  {
    overview: 'Обзор',
    playground: 'Песочница',
    tasks: 'Задачи',
    task: 'Задача',
    transcript: 'Расшифровка',
    redaction: 'Что убрано',
    webhooks: 'Вебхуки',
    usage: 'Расход',
    keys: 'Ключи',
  },
);

export type ScreenName = keyof typeof screenNames.en;
