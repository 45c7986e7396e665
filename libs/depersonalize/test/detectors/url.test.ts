import { describeDetector } from '../find-spans';

describeDetector('URL', {
  finds: [
    ['Смотри https://example.com/a?b=1&c=2.', 'https://example.com/a?b=1&c=2'],
    ['страница vk.com/id362965597, верните', 'vk.com/id362965597'],
    ['(см. www.example.org/путь)', 'www.example.org/путь'],
    ['зайди на t.me/prof_x2606!', 't.me/prof_x2606'],
    ['сайт петров-адвокат.рф.', 'петров-адвокат.рф'],
  ],
  leaves: [
    'файл presentation_v3.0.2.pptx',
    'и т.д. и т.п.',
    'Конец.Начало',
    'версия 3.14.15',
    'main.py и README.md',
    'т.е. так',
  ],
});
