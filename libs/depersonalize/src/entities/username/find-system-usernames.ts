import { confidence } from '../../document/confidence';
import type { Match } from '../../document/detector';
import { isFormedName } from './is-formed-name';
import { isOfProgram } from './is-of-program';

const NAME = '(?<name>[A-Za-z_][A-Za-z0-9_.-]{1,31})';

interface Trace {
  /** The text must hold it, folded. */
  mark: string;
  pattern: RegExp;
  isName(name: string): boolean;
}

/** Accounts of programs, and words that stand for any. */
const nobody =
  /^(?:root|admin|administrator|administrators|user|users|username|user_?name|your[_-]?(?:user|name|login)|name|me|you|nobody|guest|guests|kiosk|share|anonymous|public|default|shared|common|all|ubuntu|debian|centos|fedora|alpine|vagrant|ec2-user|azureuser|opc|pi|deploy(?:er)?|deployment|app|apps|application|build(?:er|s)?|runner|runneradmin|ci|jenkins|teamcity|gitlab.*|git|github|svc.*|service.*|system|systemd.*|daemon|www|www-data|web|website|site|sites|nginx|apache|httpd|tomcat|jboss|wildfly|node|python|ruby|go|rust|php|java|postgres(?:ql)?|mysql|mariadb|mongo(?:db)?|redis|rabbitmq|kafka|elastic(?:search)?|clickhouse|oracle|sa|db|dba|backup|backups|ftp|ftpuser|sftp|ssh|mail|postfix|dovecot|www-.*|ansible|terraform|docker|kube.*|k8s|hadoop|spark|airflow|zabbix|grafana|prometheus|nagios|monitor(?:ing)?|bitrix|1c|usr1cv8|test|tests|tester|testing|demo|example|sample|temp|tmp|data|files|docs?|documents|downloads|src|code|work|workspace|projects?|repo|repos|lib|libs|bin|etc|var|log|logs|cache|media|static|assets|images?|video|videos|music|games?|home|dev|devs|developer|prod|stage|staging|local|linuxbrew|steam|student|teacher|team|company|client|customer|operator|manager|kassa|[a-z]|[a-z]?\d+)$/i;

/** «rest_client», «http-mock»: what tests are made with. */
const tool =
  /(?:^|[_.-])(?:rest|https?|grpc|soap|ws|sdk|client|server|service|api|agent|driver|runner|app|suite|case|mock|stub|proxy|parser|module|plugin|page|form|role|token|mode)(?:$|[_.-])/i;

/** What programs and those who serve them leave of accounts, by what stands around the name. */
const traces: readonly Trace[] = [
  {
    // «2a00:1fa0::17 - lykova_m [11/Mar/2024:09:14:02»: the line of a web server, whatever its host is.
    mark: ' [',
    pattern: new RegExp(
      `(?<=[ ](?:-|[A-Za-z][\\w.-]{0,31})[ ])${NAME}(?=[ ]\\[\\d{1,2}/[A-Z][a-z]{2}/\\d{4}:\\d)`,
      'gu',
    ),
    isName: (name) => !nobody.test(name),
  },
  {
    mark: '/home/',
    pattern: new RegExp(`(?<![\\p{L}\\p{N}_.-])/home/${NAME}(?![A-Za-z0-9@\\\\])`, 'gu'),
    isName: isOwner,
  },
  {
    mark: 'users',
    pattern: new RegExp(
      `(?:(?<![\\p{L}\\p{N}_])[A-Za-z]:(?:\\\\{1,2}|/)|(?<![\\p{L}\\p{N}_./-])/)(?:Users|Documents and Settings)(?:\\\\{1,2}|/)${NAME}(?=[\\\\/"'\\s]|$)`,
      'gu',
    ),
    isName: isOwner,
  },
  {
    // «mysql -u lykova_m -p», «psql -U …», «ssh -l …», «sudo -u …»
    mark: ' -',
    pattern: new RegExp(
      `(?<![\\p{L}\\p{N}_.-])(?:mysql(?:dump|admin)?|mariadb|psql|pg_dump|pg_restore|redis-cli|mongosh?|ssh|scp|rsync|rlogin|sudo|su|curl|wget|smbclient|rpcclient|xfreerdp|rdesktop|kinit|crontab|passwd|chage|usermod|gpasswd|pkill|ps|docker[ ]login|svn|ldapsearch|net[ ]user)(?:[ ]-{1,2}[A-Za-z-]{1,12}(?:[ =][\\w.:/@-]{1,40})?){0,4}[ ](?:-u|-U|-l|--user(?:name)?|--login|/user)[ =:]?["']?${NAME}(?![A-Za-z0-9@/\\\\])`,
      'gu',
    ),
    isName: (name) => isFormedName(name) && !nobody.test(name),
  },
  {
    mark: "'@'",
    pattern: new RegExp(`'${NAME}(?='@'[\\w.%:-]{1,60}')`, 'gu'),
    isName: (name) => !nobody.test(name),
  },
  {
    mark: ') cmd (',
    pattern: new RegExp(`\\(${NAME}(?=\\) CMD \\()`, 'gu'),
    isName: (name) => !nobody.test(name),
  },
  {
    mark: 'тест',
    pattern: new RegExp(
      `(?<!\\p{L})тест(?:ов[а-яё]{2,3})?[ -](?:клиент|абонент|покупател|пользовател|юзер|аккаунт|уч[её]тк|логин|игрок|сотрудник|водител|курьер|пациент|кассир|оператор|профил|продавец|продавц|заказчик|получател)[а-яё]{0,3}[ ](?:с[ ]логином[ ])?["«]?${NAME}(?![\\p{L}\\p{N}@/\\\\:(])`,
      'giu',
    ),
    isName: (name) => isFormedName(name) && !nobody.test(name) && !tool.test(name),
  },
];

/** Names of accounts in lines of web servers, paths of homes, commands and talk of tests. */
export function findSystemUsernames(text: string): Match[] {
  const folded = text.toLowerCase();
  return traces.flatMap(({ mark, pattern, isName }) => {
    if (!folded.includes(mark)) return [];
    return Array.from(text.matchAll(pattern)).flatMap(({ 0: written, index, groups }) => {
      const whole = groups?.['name'] ?? '';
      const name = whole.replace(/(?<![.-])[.-]+$/, '');
      const start = index + written.length - whole.length;
      return isName(name)
        ? [{ start, end: start + name.length, type: 'USERNAME' as const, score: confidence.stated }]
        : [];
    });
  });
}

/** A folder with the name of somebody: formed as accounts are, or a word that is none of programs. */
function isOwner(name: string): boolean {
  if (nobody.test(name) || isOfProgram(name)) return false;
  return isFormedName(name) || /^[a-z]{4,20}$/.test(name) || /^[A-Z][a-z]{3,20}$/.test(name);
}
