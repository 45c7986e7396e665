import { describeDetector } from '../find-spans';

describeDetector('MAC', {
  finds: [
    ['сетевая 00:1A:2B:3C:4D:5E', '00:1A:2B:3C:4D:5E'],
    ['00-1a-2b-3c-4d-5e', '00-1a-2b-3c-4d-5e'],
    ['cisco 001a.2b3c.4d5e', '001a.2b3c.4d5e'],
    ['mac: 001A2B3C4D5E', '001A2B3C4D5E'],
  ],
  leaves: ['10:20:30:40', '00:1A:2B:3C:4D', '00:1A:2B:3C:4D:5E:6F', 'хеш 001A2B3C4D5E'],
});
