/** The formats of a transcript that OpenAI has. */
export const responseFormats = ['json', 'text', 'srt', 'vtt', 'verbose_json', 'diarized_json'] as const;
export type ResponseFormat = (typeof responseFormats)[number];

export const granularities = ['segment', 'word'] as const;
type Granularity = (typeof granularities)[number];

/** What decides how a transcript is answered. */
export interface AnswerForm {
  response_format: ResponseFormat;
  timestamp_granularities: readonly Granularity[];
  temperature: number;
  stream: boolean;
}
