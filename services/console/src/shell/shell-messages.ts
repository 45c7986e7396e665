import { defineMessages } from '../i18n/catalogue';

export const shellMessages = defineMessages(
  {
    skip: 'Skip to the content',
    navigation: 'Screens',
    openMenu: 'Open the menu',
    signOut: 'Sign out',
    apiReference: 'API reference',
    settings: 'Settings',
    key: 'Key',
    unnamedKey: (last4: string) => `Key …${last4}`,
    owner: 'Role: owner',
    tasks: 'Role: tasks',
    read: 'Role: read',
  },
  {
    skip: 'К содержанию',
    navigation: 'Экраны',
    openMenu: 'Открыть меню',
    signOut: 'Выйти',
    apiReference: 'Справочник API',
    settings: 'Настройки',
    key: 'Ключ',
    unnamedKey: (last4) => `Ключ …${last4}`,
    owner: 'Роль: владелец',
    tasks: 'Роль: задачи',
    read: 'Роль: чтение',
  },
);
