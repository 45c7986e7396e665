import { findByPattern } from '../find-by-pattern';

/** Addresses of crypto wallets: Bitcoin (base58, bech32), Ethereum and its kin, Tron. */
export const detectCrypto = findByPattern({
  type: 'CRYPTO',
  pattern:
    /(?<![A-Za-z0-9])(?:bc1[ac-hj-np-z02-9]{11,71}|[13][1-9A-HJ-NP-Za-km-z]{25,34}|0x[0-9a-fA-F]{40}|T[1-9A-HJ-NP-Za-km-z]{33})(?![A-Za-z0-9])/g,
  judge: ({ text, label }) => {
    if (/^(?:bc1|0x)/.test(text)) return 0.97;
    const isMixed = /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text.slice(1));
    return isMixed ? (label === 'OTHER' ? 0.4 : 0.85) : 0;
  },
});
