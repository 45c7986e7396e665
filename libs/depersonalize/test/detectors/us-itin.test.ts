import { describeDetector } from '../find-spans';

describeDetector('US_ITIN', {
  finds: [['ITIN 912-70-1234', '912-70-1234']],
  leaves: ['912-10-1234', 'order 912-70-1234'],
});
