import { describeDetector } from '../find-spans';

describeDetector('DRIVER_LICENCE', {
  finds: [
    ['Права 77 21 123456', '77 21 123456'],
    ['в/у 78 35 451551.', '78 35 451551'],
    ['Водительское удостоверение 77ТМ 383971', '77ТМ 383971'],
    ['driving licence MORGA657054SM9IJ', 'MORGA657054SM9IJ'],
  ],
  leaves: ['паспорт 77 21 123456', 'прав 7721123456'],
});
