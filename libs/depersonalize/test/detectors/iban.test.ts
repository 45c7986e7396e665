import { describeDetector } from '../find-spans';

describeDetector('IBAN', {
  finds: [
    ['IBAN: DE04 3704 0044 6784 9179 64.', 'DE04 3704 0044 6784 9179 64'],
    ['GE86NB7493613775453438, получатель', 'GE86NB7493613775453438'],
    ['GB82 WEST 1234 5698 7654 32 and', 'GB82 WEST 1234 5698 7654 32'],
    ['iban: gb82west12345698765432', 'gb82west12345698765432'],
    ['GB82 WEST 1234\n5698 7654 32', 'GB82 WEST 1234\n5698 7654 32'],
  ],
  leaves: [
    'DE05 3704 0044 6784 9179 64',
    'модель AB12 3456',
    'XX82WEST12345698765432',
    'is12 people in the hall',
  ],
});
