import { describeDetector } from '../find-spans';

describeDetector('UK_NINO', {
  finds: [
    ['NI number AB 12 34 56 C', 'AB 12 34 56 C'],
    ['AB123456C', 'AB123456C'],
  ],
  leaves: ['BG123456C', 'AB123456E', 'XAB123456C'],
});
