import { describeDetector } from '../find-spans';

describeDetector('USERNAME', {
  finds: [
    ['Мой логин master_i_k7967, страница', 'master_i_k7967'],
    ['в личку @belka_letyaga7368', '@belka_letyaga7368'],
    ['ssh avtomeh3627 10.130.5.31', 'avtomeh3627'],
    ['логин: petrova', 'petrova'],
    ['телеграм ivan_petrov', 'ivan_petrov'],
    ['Discord: shadow_fox#1234', 'shadow_fox#1234'],
    ['skype me at live:hilda.m', 'live:hilda.m'],
    ['10:02 pavel_k joined, 10:40 left', 'pavel_k'],
    ['they banned grumpy_owl_7 again', 'grumpy_owl_7'],
    ['we blocked grumpy_owl_7; sorry', 'grumpy_owl_7'],
    ['i muted grumpy_owl_7 yesterday', 'grumpy_owl_7'],
  ],
  leaves: [
    'Смотри раздел @param в документации.',
    'логин и пароль',
    'a@b.com',
    'worker_node joined the cluster, utf_8 connected',
    '@Override',
    'npm i @types/node',
    'мой github: github.com/me',
  ],
});
