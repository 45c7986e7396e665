import { detectMediaType } from '@medley/media-type';
import { makeWav } from '@medley/testing';

const ascii = (text: string): Buffer => Buffer.from(text, 'latin1');

test.each<[string, Buffer, string]>([
  ['WAV', makeWav(1), 'audio/wav'],
  ['FLAC', ascii('fLaC\0\0\0\x22'), 'audio/flac'],
  ['MP3 with a tag', ascii('ID3\x04\0\0\0\0\0\0'), 'audio/mpeg'],
  ['M4A', ascii('\0\0\0\x20ftypM4A \0\0\0\0'), 'audio/mp4'],
])('%s is recognized by its first bytes', (_, head, type) => {
  expect(detectMediaType(head.subarray(0, 4_096))).toEqual({ type });
});

test.each([
  ['nothing', ''],
  ['a page', '<!doctype html><html>'],
  ['a playlist', '#EXTM3U\nfile:///etc/passwd'],
  ['text', 'hello'],
])('%s is refused', (_, text) => {
  expect(detectMediaType(ascii(text))).toEqual({ refusal: expect.any(String) });
});
