import { confidence } from '../../document/confidence';
import type { EntityKind } from '../entity-kind';
import { asWritten } from '../normalise';
import { fakeCrypto } from './fake-crypto';
import { findByPattern } from '../../document/find-by-pattern';

const BASE58 = '[1-9A-HJ-NP-Za-km-z]';
const BECH32 = '[ac-hj-np-z02-9]';
/** Telling by their head alone: bech32 (Bitcoin, Litecoin, Cardano), Ethereum and its kin, Ton. */
const plain = `(?:bc1|ltc1|addr1)${BECH32}{11,100}|0x[0-9a-fA-F]{40}|[EU]Q[A-Za-z0-9_-]{46}`;
/** Base58: Bitcoin, Tron, Litecoin and Dogecoin, Ripple, Monero, Solana. */
const coded = `[13]${BASE58}{25,34}|T${BASE58}{33}|[LMD]${BASE58}{26,33}|r${BASE58}{24,34}|4[0-9AB]${BASE58}{93}|${BASE58}{32,44}`;

/** Addresses of crypto wallets by their alphabet, length and head; the rarer ones only after a word that names them. */
const detectCrypto = findByPattern({
  type: 'CRYPTO',
  // What has no digit is none.
  within: /\d/g,
  pattern: new RegExp(`(?<![A-Za-z0-9])(?:${plain}|${coded})(?![A-Za-z0-9])`, 'g'),
  judge: ({ text, label }) => {
    if (/^(?:bc1|ltc1|addr1|0x)/.test(text)) return confidence.stated;
    const isMixed = /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text.slice(1));
    if (!isMixed) return 0;
    if (label === 'CRYPTO') return confidence.shown;
    return label !== 'OTHER' && (/^[13TL]/.test(text) ? text.length <= 35 : /^[EU]Q/.test(text))
      ? confidence.formed
      : 0;
  },
});

/** Addresses of crypto wallets. */
export const crypto: EntityKind = {
  detect: detectCrypto,
  fake: fakeCrypto,
  normalise: asWritten,
  labels: {
    words: String.raw`
    bitcoin биткоин битк[иоу] btc$ ethereum эфир eth$ кошел[её]к wallet usdt trc-?20 erc-?20 крипто лайткоин ltc$
    ton$ doge$ xrp$ solana`,
  },
  markerWords: [],
};
