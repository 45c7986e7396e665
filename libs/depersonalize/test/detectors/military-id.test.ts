import { describeDetector } from '../find-spans';

describeDetector('MILITARY_ID', {
  finds: [
    ['военный билет АС 5816420', 'АС 5816420'],
    ['военник АН № 1234567', 'АН № 1234567'],
  ],
  leaves: ['артикул АС 5816420', 'АСУ 5816420'],
});
