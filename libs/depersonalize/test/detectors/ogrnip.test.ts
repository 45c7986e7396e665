import { describeDetector } from '../find-spans';

describeDetector('OGRNIP', {
  finds: [['(ИНН 778090482900, ОГРНИП 318167144396043)', '318167144396043']],
  leaves: ['ОГРН 1197828174796', 'трек 318167144396044', '518167144396043'],
});
