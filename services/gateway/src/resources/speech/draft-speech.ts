import { limits, uploadUrl } from '@medley/contracts';
import type { Upload } from '@medley/store';
import type { ValidationContext } from '../../validation/check-body';
import { draftShortcut } from '../shortcuts/draft-shortcut';
import type { DraftResult } from '../tasks/creation/task-draft';
import type { SpeechFields } from './speech-fields';
import { DEFAULT_MODEL } from './speech-models';
import { vocabularyOf } from './vocabulary-of';

/** The names that OpenAI's clients know for fields of the task. */
const fieldNames: Readonly<Record<string, string>> = { url: 'file', vocabulary: 'prompt' };

/** Draft the task of a transcription: that of `POST /transcribe`, kept for as short as possible unless it is to be stored. */
export function draftSpeech(fields: SpeechFields, upload: Upload, context: ValidationContext): DraftResult {
  const { model, language = 'auto', prompt = '', keywords, store } = fields;
  const vocabulary = vocabularyOf(prompt, keywords);
  const body = {
    url: uploadUrl(upload.id),
    language,
    diarization: fields.response_format === 'diarized_json',
    words: fields.timestamp_granularities.includes('word'),
    // A task that is not purged when it is answered, as its gateway has crashed, is purged an hour later.
    ttl: store ? limits.ttlDefault : 0,
    ...(upload.filename !== null && { filename: upload.filename }),
    ...(vocabulary.length > 0 && { vocabulary }),
    ...(model !== DEFAULT_MODEL && { model }),
  };
  const drafted = draftShortcut.transcribe(body, context);
  const { fieldName } = drafted.draft;
  const nameOf = (field: string): string => {
    const [name = '', ...rest] = fieldName(field).split(/(?=[[.])/);
    return [fieldNames[name] ?? name, ...rest].join('');
  };
  return { ...drafted, draft: { ...drafted.draft, fieldName: nameOf } };
}
