import { describeDetector } from '../find-spans';

describeDetector('VIN', {
  finds: [
    ['VIN XW81TUEGCVF551716, принадлежит', 'XW81TUEGCVF551716'],
    ['1HGCM82633A004352', '1HGCM82633A004352'],
    ['пробейте вин код XTA210990Y2765432', 'XTA210990Y2765432'],
    ['VIN number: XTA210990Y2765432', 'XTA210990Y2765432'],
  ],
  leaves: ['серийный номер 8S5B10K12345', 'md5: 5e884898da28047151d0e56f8dc62927', '12345678901234567'],
});
