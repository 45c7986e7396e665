import fc from 'fast-check';
import { detectMediaType, HEAD_BYTES } from '@medley/media-type';

/** A frame of AAC LC in an ADTS stream, with a body of `bytes` of 0x21. */
function frame(bytes: number, { rateIndex = 4, channels = 2 } = {}): Buffer {
  const length = bytes + 7;
  const head = Buffer.of(
    0xff,
    0xf1,
    (1 << 6) | (rateIndex << 2) | (channels >> 2),
    ((channels & 0b11) << 6) | (length >> 11),
    (length >> 3) & 0xff,
    ((length & 0b111) << 5) | 0x1f,
    0xfc,
  );
  return Buffer.concat([head, Buffer.alloc(bytes, 0x21)]);
}

const sizes = fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 12 });
const headOf = (...parts: Buffer[]): Buffer => Buffer.concat(parts).subarray(0, HEAD_BYTES);

test('frames of AAC that follow each other are recognized, whatever their sizes', () => {
  fc.assert(
    fc.property(
      sizes,
      fc.integer({ min: 0, max: 12 }),
      fc.integer({ min: 1, max: 7 }),
      (bytes, rateIndex, channels) => {
        const frames = bytes.map((size) => frame(size, { rateIndex, channels }));
        expect(detectMediaType(headOf(...frames))).toEqual({ type: 'audio/aac' });
      },
    ),
  );
});

test('a single header before other content is not AAC', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 60, maxLength: 500 }), (rest) => {
      // The length of the frame leads into the content, where a second header would have to stand.
      const other = Buffer.from(rest.map((byte) => (byte === 0xff ? 0 : byte)));
      expect(detectMediaType(headOf(frame(20), other))).not.toEqual({ type: 'audio/aac' });
    }),
  );
});

test('frames of different streams are not AAC', () => {
  expect(detectMediaType(headOf(frame(50), frame(50, { rateIndex: 3 }), frame(50)))).not.toHaveProperty(
    'type',
  );
});
