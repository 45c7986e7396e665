import type { EntityKind } from '../entity-kind';
import { detectAddress } from './detect';
import { fakeAddress } from './fake';
import { addressKey } from './normalise';

/** Postal addresses. */
export const address: EntityKind = {
  detect: detectAddress,
  fake: fakeAddress,
  normalise: addressKey,
  markerWords: ['АДРЕС'],
  traits: { owner: 'anyone' },
};
