export { startBeepEngine } from './beep-engine';
export {
  type Beep,
  BEEP_S,
  beepWords,
  GARBLED,
  decodeBeeps,
  synthesizeBeeps,
  scheduleBeeps,
  verboseJsonOf,
  wordsOfText,
} from './beep-speech';
export { bestPairs } from './best-pairs';
export { diarizationError, errorOfPerfectSingle, type Turn } from './diarization-error';
export { loadSamples } from './load-samples';
export { mixTurns, toWav, type TurnMix, type Utterance } from './mix-turns';
export { readRttm } from './read-rttm';
export {
  randomNumbers,
  synthesizeSpeech,
  type SyntheticVoice,
  syntheticVoices,
  VOICE_RATE,
} from './synthetic-voice';
export { wordError } from './word-error';
