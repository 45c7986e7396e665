import { describeDetector } from '../find-spans';

describeDetector('EMAIL', {
  finds: [
    ['почта otdel.kadrov@example.org.', 'otdel.kadrov@example.org'],
    ['пишите на вася@пример.испытание', 'вася@пример.испытание'],
    ['<a+b@mail.example.co.uk>, c_d@x.io', 'a+b@mail.example.co.uk', 'c_d@x.io'],
    ["mailto:O'Neil@example.com", "O'Neil@example.com"],
    ['скинь на zoya точка lunina собака inbox точка ru вечером', 'zoya точка lunina собака inbox точка ru'],
    ['адрес: тимур [собака] контора.рф', 'тимур [собака] контора.рф'],
    ['reach me: k.ferris (at) example.org', 'k.ferris (at) example.org'],
    ['it is mona dot reyes at example dot net', 'mona dot reyes at example dot net'],
  ],
  leaves: [
    'the shop at the dot com stand',
    'гуляла собака точка рыжая',
    'look at example.com',
    'цена @ 5 руб.',
    'user@localhost',
    'a@b',
    '@handle и ещё @',
    'foo@@example.com',
  ],
});
