import { defineMessages } from '../../i18n/catalogue';

const reasonsEn = new Map([
  ['rejected', 'refused by its consumer'],
  ['delivery_limit', 'delivered too often'],
  ['expired', 'expired'],
  ['maxlen', 'the queue was full'],
]);
const reasonsRu = new Map([
  ['rejected', 'отклонено получателем'],
  ['delivery_limit', 'доставлялось слишком часто'],
  ['expired', 'истёк срок'],
  ['maxlen', 'очередь была полна'],
]);

export const operatorMessages = defineMessages(
  {
    operator: 'Operator',
    queues: 'Queues',
    letters: 'Dead letters',
    accounts: 'Accounts',
    processes: 'Processes',
    more: 'Show more',

    kind: 'Kind',
    waiting: 'Waiting',
    running: 'Running',
    oldest: 'Oldest',
    workers: 'Workers',
    workersOf: (ready: string, all: string) => `${ready} of ${all} ready`,
    partial: 'There are more unfinished tasks than are counted here.',
    paused: 'Paused',
    pausing: 'Pausing…',
    nothingTakes: 'Nothing takes this queue',
    pause: 'Pause',
    resume: 'Resume',
    pauseOf: (kind: string) => `Pause ${kind}`,
    resumeOf: (kind: string) => `Resume ${kind}`,
    pauseText:
      'No worker takes new steps of this kind, for any account. Running steps end; tasks wait until you resume.',
    pausedSaid: (kind: string) => `${kind} is paused.`,
    resumedSaid: (kind: string) => `${kind} goes on.`,

    noLetters: 'No dead letters',
    noLettersHint: 'Messages that nobody could handle appear here, and stay for 30 days.',
    unreadable: 'unreadable message',
    reason: (reason: string) => reasonsEn.get(reason) ?? reason,
    retry: 'Retry',
    retrying: 'Retrying…',
    retryAll: 'Retry all',
    drop: 'Drop',
    retryText:
      'A failed task runs again as a new task, paid by its account. An unfinished one is looked at again.',
    dropText: 'The letter is forgotten. Its task stays as it is.',
    retrySaid: 'It is tried again within seconds.',
    dropSaid: 'Dropped.',

    version: (version: string) => `Version ${version}`,
    started: 'Started',
    healthy: 'healthy',
    unhealthy: 'not healthy',
    noProcesses: 'No process has reported yet',
    noProcessesHint: 'Each process reports itself every five seconds.',
  },
  {
    operator: 'Оператор',
    queues: 'Очереди',
    letters: 'Недоставленное',
    accounts: 'Аккаунты',
    processes: 'Процессы',
    more: 'Показать ещё',

    kind: 'Вид шага',
    waiting: 'Ждут',
    running: 'Идут',
    oldest: 'Дольше всех',
    workers: 'Обработчики',
    workersOf: (ready, all) => `готовы ${ready} из ${all}`,
    partial: 'Незавершённых задач больше, чем здесь посчитано.',
    paused: 'Приостановлено',
    pausing: 'Останавливается…',
    nothingTakes: 'Эту очередь никто не берёт',
    pause: 'Приостановить',
    resume: 'Продолжить',
    pauseOf: (kind) => `Приостановить ${kind}`,
    resumeOf: (kind) => `Продолжить ${kind}`,
    pauseText:
      'Ни один исполнитель не возьмёт новых шагов этого вида, ни для какого аккаунта. Начатые шаги закончатся, ' +
      'задачи подождут.',
    pausedSaid: (kind) => `${kind}: приостановлено.`,
    resumedSaid: (kind) => `${kind}: работа продолжается.`,

    noLetters: 'Ничего не потерялось',
    noLettersHint: 'Здесь появятся сообщения, с которыми никто не справился. Они хранятся 30 дней.',
    unreadable: 'нечитаемое сообщение',
    reason: (reason) => reasonsRu.get(reason) ?? reason,
    retry: 'Повторить',
    retrying: 'Повторяется…',
    retryAll: 'Повторить все',
    drop: 'Забыть',
    retryText:
      'Неудавшаяся задача запустится заново как новая, за счёт её аккаунта. Незавершённая будет проверена ещё раз.',
    dropText: 'Запись будет удалена, задача останется как есть.',
    retrySaid: 'Повтор начнётся через несколько секунд.',
    dropSaid: 'Удалено.',

    version: (version) => `Версия ${version}`,
    started: 'Запущен',
    healthy: 'исправен',
    unhealthy: 'неисправен',
    noProcesses: 'Процессы ещё не отозвались',
    noProcessesHint: 'Каждый процесс сообщает о себе раз в пять секунд.',
  },
);
