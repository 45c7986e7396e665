import { defineMessages } from '../../i18n/catalogue';

export const signInMessages = defineMessages(
  {
    title: 'Sign in',
    leadIn: 'Media and text go in.',
    leadOut: 'Results come out.',
    about:
      'Medley runs on your own machines. It fetches recordings, turns speech into text with speakers, ' +
      'lets a language model work on it, and takes personal data out before anything leaves the house.',
    step1: 'Recordings by link or file: MP3, M4A, MP4, MOV and more',
    step2: 'Transcripts with speakers, times, subtitles',
    step3: 'Names, numbers and addresses replaced, in text and in sound',
    step4: 'Summaries and minutes by the model you choose',
    keyLabel: 'API key',
    keyHint: 'It begins with sk-',
    keyInvalid: 'A key begins with sk- and has no spaces.',
    remember: 'Remember on this device',
    submit: 'Sign in',
    howTitle: 'How to get a key',
    howStart: 'Started with npm start? The terminal shows a console link that signs you in.',
    howOwner: 'Working in a team? Ask an owner of the account: they make keys in the console.',
    howOperator: 'Running Medley for others? Make an account:',
    invalid: 'The service does not know this key. It may be mistyped, or was deleted.',
    inactive: 'This key was deactivated. An owner of the account can turn it on again.',
    expired: 'This key has expired. Ask an owner of the account for a new one.',
    reference: 'API reference',
  },
  {
    title: 'Вход',
    leadIn: 'Записи и тексты на входе.',
    leadOut: 'Результат на выходе.',
    about:
      'Medley работает на ваших серверах. Он загружает записи, превращает речь в текст с говорящими, ' +
      'отдаёт его языковой модели и убирает персональные данные, прежде чем что-либо выйдет наружу.',
    step1: 'Записи по ссылке или файлом: MP3, M4A, MP4, MOV и другие',
    step2: 'Расшифровки с говорящими, временем и субтитрами',
    step3: 'Имена, номера и адреса заменены — в тексте и в звуке',
    step4: 'Краткие изложения и протоколы моделью на ваш выбор',
    keyLabel: 'Ключ API',
    keyHint: 'Начинается с sk-',
    keyInvalid: 'Ключ начинается с sk- и не содержит пробелов.',
    remember: 'Запомнить на этом устройстве',
    submit: 'Войти',
    howTitle: 'Где взять ключ',
    howStart: 'Запустили через npm start? В терминале есть ссылка на консоль с готовым входом.',
    howOwner: 'Работаете в команде? Попросите владельца учётной записи: он создаёт ключи в консоли.',
    howOperator: 'Держите Medley для других? Создайте учётную запись:',
    invalid: 'Сервис не знает этого ключа. Возможно, в нём опечатка или он удалён.',
    inactive: 'Этот ключ отключён. Владелец учётной записи может включить его снова.',
    expired: 'Срок этого ключа истёк. Попросите у владельца новый.',
    reference: 'Справочник API',
  },
);
