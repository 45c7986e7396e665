import { describeDetector } from '../find-spans';

describeDetector('CRYPTO', {
  finds: [
    ['кошелёк bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
    ['0x52908400098527886E0F7030069857D2E4169EE7', '0x52908400098527886E0F7030069857D2E4169EE7'],
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
    ['лайткоин LhK2kQwiaAvhjWY799cZvMyYwnQAcxkarr', 'LhK2kQwiaAvhjWY799cZvMyYwnQAcxkarr'],
  ],
  leaves: [
    '0x5290840009852788',
    '5e884898da28047151d0e56f8dc62927',
    'da39a3ee5e6b4b0d3255bfef95601890afd80709',
  ],
});
