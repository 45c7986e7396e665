import { describeDetector } from '../find-spans';

describeDetector('UK_NHS', {
  finds: [['NHS number 943 476 5919', '943 476 5919']],
  leaves: ['943 476 5919 orders', 'номер 9434765919'],
});
