import { describeDetector } from '../find-spans';

describeDetector('BIRTH_CERT', {
  finds: [
    ['свидетельство IV-ЖТ 490206', 'IV-ЖТ 490206'],
    ['I-МЮ № 123456', 'I-МЮ № 123456'],
    ['свидетельство о рождении III ИК 654321', 'III ИК 654321'],
  ],
  leaves: ['глава IV-12', 'IV-ЖТ 4902', 'XIX-XX 123456'],
});
