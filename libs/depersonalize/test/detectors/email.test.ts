import { describeDetector } from '../find-spans';

describeDetector('EMAIL', {
  finds: [
    ['почта otdel.kadrov@example.org.', 'otdel.kadrov@example.org'],
    ['пишите на вася@пример.испытание', 'вася@пример.испытание'],
    ['<a+b@mail.example.co.uk>, c_d@x.io', 'a+b@mail.example.co.uk', 'c_d@x.io'],
    ["mailto:O'Neil@example.com", "O'Neil@example.com"],
  ],
  leaves: ['цена @ 5 руб.', 'user@localhost', 'a@b', '@handle и ещё @', 'foo@@example.com'],
});
