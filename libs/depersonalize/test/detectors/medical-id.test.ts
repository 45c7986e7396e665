import { describeDetector } from '../find-spans';

describeDetector('MEDICAL_ID', {
  finds: [
    ['Полис 5000 0098 7654 3210', '5000 0098 7654 3210'],
    ['ОМС: 4561 6760 2588 3829; ФИО', '4561 6760 2588 3829'],
    ['MBI 1EG4-TE5-MK73', '1EG4-TE5-MK73'],
  ],
  leaves: ['номер полиса указан', 'заказ 5000 0098 7654 3210'],
});
