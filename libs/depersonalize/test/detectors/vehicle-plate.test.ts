import { describeDetector } from '../find-spans';

describeDetector('VEHICLE_PLATE', {
  finds: [
    ['Автомобиль С672УМ161, VIN', 'С672УМ161'],
    ['автомобиль Р 105 ВЕ 77 под', 'Р 105 ВЕ 77'],
    ['Номер авто Е002КХ 199', 'Е002КХ 199'],
    ['plate AB51 ABC', 'AB51 ABC'],
  ],
  leaves: ['Модель RX-7800', 'Поезд 016А отправляется', 'А000АА 77 бывает', 'ГОСТ 123'],
});
