import { describeDetector } from '../find-spans';

describeDetector('US_SSN', {
  finds: [
    ["Here's my SSN: 514-69-0360", '514-69-0360'],
    ['ssn 514690360', '514690360'],
    ['SSN 000-12-3456', '000-12-3456'],
  ],
  leaves: ['000-12-3456', '666-12-3456', 'part 514-69-0360', '514-00-0360', '550-12-3456-7'],
});
